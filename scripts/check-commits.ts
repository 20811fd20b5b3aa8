/**
 * Checks subjects of commits: an imperative verb, an object, at most 72 characters (docs/style/en.md). It reads all
 * commits since the rule began, or with `--message FILE` one message, for Git's hook commit-msg.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { root } from './lib-run.ts';

/** Unix seconds from which commits follow the rule. The author's time survives a rebase, unlike the commit's hash. */
const ruleSince = Date.UTC(2026, 10, 24, 23, 40) / 1000;
const openings =
  /^(?:An?|The|Who|Whose|What|When|Where|Which|That|Th[eo]se|This|There|It|No|Nobody|Nothing|Each|Every|All|If|In|On|At|For|With|Without|After|Before)\b/;
/** Verbs in another form: `Adds`, `Added`, `Adding`. */
const inflected = /^(?!(?:Alias|Bring|Embed|Exceed|Feed|Focus|Need|Ping|Seed|Shed|Speed)\b)\w+(?:[^s]s|ed|ing)\b/;

/** Fault of a subject; null if it follows the rule. */
export function subjectFault(subject: string): string | null {
  if (subject.length > 72) return 'has more than 72 characters';
  if (openings.test(subject) || !/^[A-Z]/.test(subject)) return 'does not begin with a verb';
  if (inflected.test(subject)) return 'does not begin with an imperative';
  return subject.includes(' ') ? null : 'names no object';
}

/** Returns the subjects of commits under the rule; none outside a repository, as in an image. */
export function subjectsSince(since: number, cwd: string): string[] {
  const log = spawnSync('git', ['log', '--no-merges', '--format=%at %s'], { cwd, encoding: 'utf8' });
  if (log.status !== 0) return [];
  return log.stdout.split('\n').flatMap((line) => {
    const [, at, subject = ''] = /^(\d+) (.*)$/.exec(line) ?? [];
    return at && Number(at) >= since ? [subject] : [];
  });
}

function subjects(): string[] {
  const file = process.argv[process.argv.indexOf('--message') + 1];
  if (process.argv.includes('--message')) return file ? [readFileSync(file, 'utf8').split('\n', 1).join()] : [];
  return subjectsSince(ruleSince, root);
}

if (import.meta.main) {
  const faults = subjects().flatMap((subject) => {
    const fault = subjectFault(subject);
    return fault ? [`The commit subject ${fault}: ${subject}`] : [];
  });
  for (const fault of faults) console.error(fault);
  process.exit(faults.length > 0 ? 1 : 0);
}
