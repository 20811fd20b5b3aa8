import base from '../../jest.config.mjs';

/** The checks of the image need no catalogue, and are no part of the suite. */
const { globalSetup, ...rest } = base;
export default { ...rest, rootDir: '../..', testMatch: ['<rootDir>/test/image/*.check.ts'] };
