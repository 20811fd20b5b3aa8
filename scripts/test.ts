/**
 * `npm test [-- --long] [-- PATTERN]`: installs Chromium if it is missing, builds, and runs the checks and all tests.
 * Then it reports whether passed tests prove each rule of the specification, and the numbers of started shops, browsers
 * and databases, which have budgets. The tests run after a failed check as well; the command then fails at the end.
 * `--long` runs all samples instead of those of the day. A pattern runs the tests of matching files alone. `npm run
 * test:unit [-- PATTERN]` runs tests without a browser, and builds only for tests of the built shop.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { readStarts } from '../test/support/starts.ts';
import { readBudgets, violations } from './check-budgets.ts';
import { chromium, headlessShell } from './lib-chromium.ts';
import { memoryFolder } from './lib-memory-folder.ts';
import { at, buildIfStale, fail, statusOf, step } from './lib-run.ts';
import { reportInto } from './test-results.ts';

const parameters = process.argv.slice(2);
const isLong = parameters.includes('--long');
const isUnit = parameters.includes('--unit');
const patterns = parameters.filter((parameter) => !['--long', '--unit'].includes(parameter));

/** Installs Chromium and its shell without windows on Debian and its like. Without the shell tests are slower. */
async function needChromium(): Promise<void> {
  if (chromium() && existsSync(headlessShell)) return;
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (canInstall)
    await step('Installing Chromium', () => {
      const apt = (...rest: string[]) =>
        spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=500', ...rest], {
          encoding: 'utf8',
          env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        });
      apt('update');
      if (!chromium()) apt('install', '-y', '--no-install-recommends', 'chromium');
      apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell');
    });
  if (!chromium())
    fail('The tests drive Chromium. Please install it (Debian: apt-get install chromium) or name it in CHROME_PATH.');
}

/** Prints the number of starts of each program. @returns 1 where a whole run exceeds a budget */
function checkStarts(): number {
  const starts = readStarts(results);
  console.log(`Started: ${JSON.stringify(starts)}`);
  if (!isWhole || isLong) return 0;
  const found = violations(
    starts,
    readBudgets((name) => name.startsWith('starts.')),
  );
  for (const sentence of found) console.error(sentence);
  return found.length > 0 ? 1 : 0;
}

if (!isUnit) await needChromium();
const isWhole = !isUnit && patterns.length === 0;
if (isWhole) await buildIfStale();
const checked = isWhole ? statusOf('npm', ['run', '--silent', 'check']) : 0;
const results = at('dist/test-results');
const day = process.env.TEST_DAY ?? String(Math.floor(Date.now() / 86_400_000));
if (!isLong) console.log(`Samples of day ${day}; TEST_DAY=${day} takes the same ones again.`);
rmSync(results, { recursive: true, force: true });
const TMPDIR = memoryFolder();
const tested = statusOf(
  process.execPath,
  [
    at('node_modules/vitest/vitest.mjs'),
    'run',
    '--project=!image',
    '--reporter=default',
    ...reportInto(results),
    // More workers than cores, because many tests wait for a browser or a server; with `--long` they use the CPU.
    `--maxWorkers=${isLong ? availableParallelism() : Math.min(availableParallelism() + 2, 6)}`,
    ...(isUnit ? ['--exclude=**/*.browser.test.*'] : []),
    ...patterns,
  ],
  {
    env: {
      ...process.env,
      // Idle imports would wait for all other programs, on a busy machine for ever.
      IMPORT_PRIORITY: 'normal',
      TEST_LONG: isLong ? '1' : '',
      TEST_RESULTS: results,
      TEST_DAY: day,
      ...(TMPDIR && { TMPDIR }),
    },
  },
);
if (!isWhole) console.log('Specification: not checked, since only a part of the tests ran.');
const started = checkStarts();
const proven = isWhole ? statusOf(process.execPath, [at('scripts/check-specification.ts'), results]) : 0;
if (checked !== 0) console.error('`npm run check` has failed before the tests, see above.');
process.exit(tested || checked || proven || started);
