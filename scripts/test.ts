/**
 * `npm test [-- --long] [-- PATTERN]`: installs Chromium if it is missing, builds, and runs the checks and the whole
 * suite. At its end it tells whether passed tests prove each sentence of the specification, and how many shops,
 * browsers and databases were started, which `scripts/budgets.json` bounds. The tests also run where a check has
 * failed, and the command fails at the end. `--long` runs everything instead of the samples of the day; a pattern runs
 * the tests of these files alone. `npm run test:unit [-- PATTERN]` runs what needs no browser, and builds only for
 * tests of the built shop.
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

/**
 * Debian and its like get Chromium from apt, with the shell that has no windows; elsewhere a sentence says what is
 * missing. Without that shell the tests only take longer.
 */
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

/** Says how often each program was started. @returns 1 where a whole run has started one more often than it may */
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
    // More than cores: many tests wait for a browser or a server. With `--long` they keep the cores busy.
    `--maxWorkers=${isLong ? availableParallelism() : Math.min(availableParallelism() + 2, 6)}`,
    ...(isUnit ? ['--exclude=**/*.browser.test.*'] : []),
    ...patterns,
  ],
  {
    env: {
      ...process.env,
      // Imports at their usual priority wait for all other programs, which is for ever on a busy machine.
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
