import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const isLong = process.env.TEST_LONG === '1';

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
  'carts/unknown-facts',
  'carts/fit-of-lines',
  'feeds/run-feed',
  'feeds/feed-transfers',
  'feeds/scheduler',
  'http/http',
  'import/approvals',
  'import/attribute-definitions',
  'import/catalogue-copy',
  'import/compliant-goods',
  'import/due-changes',
  'import/import-all',
  'import/import',
  'import/keep-offers',
  'import/offer-feeds',
  'import/offer-times',
  'import/offer-updates',
  'import/search-rules',
  'import/texts-and-documents',
  'import/unchanged',
  'import/unknown-facts',
  'import/upgrade',
  'merchants/idempotency',
  'merchants/import-jobs',
  'merchants/tokens',
  'offers/live-answers',
  'prices/offers-now',
  'operator/data-reports',
  'operator/remove',
  'operator/report',
  'operator/report-searches',
  'operator/tokens',
  'operator/withdrawals',
  'outbox/outbox',
  'data-folder/embargo',
  'data-folder/offer-turn',
  'users/users',
  'import/newer-offers',
  'feeds/hold-mail',
  'console/roles',
  'merchants/merchant-page',
  'import/cli',
].map((name) => `server/marketplace/${name}.test.ts`);
const day = Number(process.env.TEST_DAY ?? 0);
const ofTheDay = ofBothStores.filter((_, index) => isLong || (index + day) % 16 === 0);
/** Writes that arrive at once, and outages: the stores differ in what they lock and lose, so each run tries both. */
const always = ['carts/first-writes', 'merchants/import-jobs-failures'].map(
  (name) => `server/marketplace/${name}.test.ts`,
);

const all = (...folders: string[]): string[] => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`);
const project = (name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, ...test },
});

/** Browsers first, then the other tests of the built shop: they wait most, and fill the time of those that compute. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project: { name }, moduleId }: TestSpecification): number =>
      moduleId.includes('.browser.test.') ? 0 : ['shop', 'postgres', 'client', 'sources'].indexOf(name) + 1;
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    // Files of one worker share the modules that they load, so no test may leave anything behind in them.
    isolate: false,
    setupFiles: 'test/support/restart-test-clock.ts',
    pool: 'forks',
    // A recorded text that is missing fails its test; `-u` writes it.
    update: 'none',
    /** Milliseconds, beside other work; what hangs is found all the same. At length a test does ten times as much. */
    testTimeout: isLong ? 3_600_000 : 600_000,
    hookTimeout: isLong ? 3_600_000 : 600_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('sources', {
        include: all('server', 'views', 'scripts'),
        exclude: [...configDefaults.exclude, '**/*.postgres.test.ts'],
      }),
      // Each file has the globals of a browser for itself.
      project('client', { include: all('client'), isolate: true }),
      project('postgres', {
        include: ['server/**/*.postgres.test.ts', ...always, ...ofTheDay],
        env: { TEST_STATE_ENGINE: 'postgres' },
        globalSetup: 'test/support/postgres-setup.mts',
      }),
      // The built shop, and the catalogue that all copy.
      project('shop', { include: ['test/*.test.{ts,tsx}'], globalSetup: 'test/support/prepare.mts' }),
      project('image', { include: ['test/image/*.check.ts'] }),
    ],
  },
});
