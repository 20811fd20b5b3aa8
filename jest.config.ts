import type { Config } from 'jest';

/** Jest runs the TypeScript sources as ES modules through the project's own esbuild transformer. */
export const shared: Config = {
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testEnvironment: '<rootDir>/scripts/jest-environment.ts',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx?$': '<rootDir>/scripts/jest-esbuild.ts' },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', '\\.css$': '<rootDir>/scripts/jest-empty.ts' },
};
/**
 * Milliseconds, beside other work; what hangs is found all the same. Jest reads it of a whole run, of no project. At
 * length a test does ten times as much and more.
 */
export const testTimeout = process.env.TEST_LONG === '1' ? 1_200_000 : 180_000;

/** Tests of the built shop need a build and the catalogue that they all copy. */
const built: Config = {
  ...shared,
  roots: ['<rootDir>/test'],
  globalSetup: '<rootDir>/test/support/prepare.mts',
  globalTeardown: '<rootDir>/test/support/finish.mts',
};

/** Tests that run once with each store of state and offers: those of the day, all with `npm run test:long`. */
const ofBothStores = [
  'cart-plans/run-search',
  'carts/audit',
  'carts/cart-advice',
  'carts/carts',
  'carts/generate-cart',
  'carts/idempotency',
  'carts/optimise-cart',
  'carts/retention',
  'feeds/run-feed',
  'feeds/scheduler',
  'http/http',
  'import/approvals',
  'import/attribute-definitions',
  'import/catalogue-copy',
  'import/compliant-goods',
  'import/due-changes',
  'import/import',
  'import/offer-feeds',
  'import/offer-times',
  'import/offer-updates',
  'import/search-rules',
  'import/texts-and-documents',
  'import/unchanged',
  'import/upgrade',
  'merchants/idempotency',
  'merchants/import-jobs',
  'merchants/tokens',
  'offers/live-answers',
  'offers/offers-now',
  'operator/data-reports',
  'operator/remove',
  'operator/report',
  'operator/report-searches',
  'operator/tokens',
  'operator/withdrawals',
  'outbox/outbox',
  'store/embargo',
  'store/offer-turn',
  'users/users',
].map((name) => `<rootDir>/server/marketplace/${name}.test.ts`);
const day = Number(process.env.TEST_DAY ?? 0);
const ofTheDay = ofBothStores.filter((_, index) => process.env.TEST_LONG === '1' || (index + day) % 16 === 0);
/** Writes that arrive at once, and outages: the stores differ in what they lock and lose, so each run tries both. */
const always = ['carts/first-writes', 'merchants/import-jobs-failures'].map(
  (name) => `<rootDir>/server/marketplace/${name}.test.ts`,
);
const onPostgres = ['<rootDir>/server/**/*.postgres.test.ts', ...always, ...ofTheDay];

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
      testPathIgnorePatterns: ['\\.postgres\\.test\\.'],
    },
    {
      ...shared,
      displayName: 'postgres',
      roots: ['<rootDir>/server'],
      testMatch: onPostgres,
      globals: { stateEngine: 'postgres' },
      globalSetup: '<rootDir>/test/support/postgres-setup.mts',
      globalTeardown: '<rootDir>/test/support/postgres-teardown.mts',
    },
    {
      ...built,
      displayName: 'shop',
      testMatch: ['<rootDir>/test/*.test.{ts,tsx}'],
      testPathIgnorePatterns: ['\\.browser\\.test\\.'],
    },
    {
      ...built,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/*.browser.test.{ts,tsx}'],
    },
  ] as Config['projects'],
};
export default config;
