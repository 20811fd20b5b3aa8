import type { Config } from 'jest';
import { shared, testTimeout } from '../../jest.config.ts';

/** The checks of the image need no catalogue, and are no part of the suite. */
const config: Config = {
  ...shared,
  testTimeout,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/image/*.check.ts'],
};
export default config;
