/**
 * Checks subjects of commits: an imperative verb, an object, at most 72 characters (docs/style/en.md). It reads all
 * commits since the rule began, or with `--message FILE` one message, for Git's hook commit-msg.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { root } from './lib-run.ts';

/** The last commit before the rule. Without it, as in a shallow clone, there is nothing to check. */
const base = '8de3659c';
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

function subjects(): string[] {
  const file = process.argv[process.argv.indexOf('--message') + 1];
  if (process.argv.includes('--message')) return file ? [readFileSync(file, 'utf8').split('\n', 1).join()] : [];
  const log = spawnSync('git', ['log', '--no-merges', '--format=%s', `${base}..HEAD`], { cwd: root, encoding: 'utf8' });
  return log.status === 0 ? log.stdout.split('\n').filter(Boolean) : [];
}

if (import.meta.main) {
  const faults = subjects().flatMap((subject) => {
    const fault = subjectFault(subject);
    return fault ? [`The commit subject ${fault}: ${subject}`] : [];
  });
  for (const fault of faults) console.error(fault);
  process.exit(faults.length > 0 ? 1 : 0);
}
