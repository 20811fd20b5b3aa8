/** Jest runs the TypeScript sources as ES modules through the project's own esbuild transformer. */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx?$': '<rootDir>/scripts/jest-esbuild.mjs' },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', '\\.css$': '<rootDir>/scripts/jest-empty.mjs' },
  testMatch: ['<rootDir>/{server,client,views,scripts,test}/**/*.test.{ts,tsx}'],
  globalSetup: '<rootDir>/test/support/make-catalogue.mjs',
  // Beside other work; what hangs is found all the same.
  testTimeout: 180_000,
  reporters: ['default', '<rootDir>/scripts/jest-results.mjs'],
};
