import type { Config } from 'jest';

/** Jest runs the TypeScript sources as ES modules through the project's own esbuild transformer. */
export const shared: Config = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx?$': '<rootDir>/scripts/jest-esbuild.ts' },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', '\\.css$': '<rootDir>/scripts/jest-empty.ts' },
};
/** Milliseconds, beside other work; what hangs is found all the same. Jest reads it of a whole run, of no project. */
export const testTimeout = 180_000;
/** Tests of the built shop need a build and the catalogue that they all copy. */
const built: Config = { ...shared, roots: ['<rootDir>/test'], globalSetup: '<rootDir>/test/support/prepare.mts' };

const config: Config = {
  testTimeout,
  testSequencer: '<rootDir>/scripts/jest-sequencer.ts',
  reporters: ['default', '<rootDir>/scripts/jest-results.ts'],
  projects: [
    {
      ...shared,
      displayName: 'sources',
      roots: ['server', 'client', 'views', 'scripts'].map((folder) => `<rootDir>/${folder}`),
      testMatch: ['**/*.test.{ts,tsx}'],
    },
    {
      ...built,
      displayName: 'shop',
      testMatch: ['<rootDir>/test/*.test.{ts,tsx}'],
      testPathIgnorePatterns: ['\\.browser\\.test\\.'],
    },
    { ...built, displayName: 'browser', testMatch: ['<rootDir>/test/*.browser.test.{ts,tsx}'] },
  ] as Config['projects'],
};
export default config;
