/**
 * Checks messages of commits (docs/style/en.md). A subject is an imperative verb with an object, at most 72 characters.
 * Sentences of the body have at most 25 words. The command reads all commits since the rules began, or with
 * `--message FILE` one message, for Git's hook commit-msg.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { longSentences, textsOfDocument, wordLimit } from './check-english.ts';
import { root } from './lib-run.ts';

/** Unix seconds from which commits follow the rule. The author's time survives a rebase, unlike the commit's hash. */
const ruleSince = Date.UTC(2026, 10, 24, 23, 40) / 1000;
/** Unix seconds from which the sentences of bodies are checked as well. */
const bodyRuleSince = Date.UTC(2026, 10, 25, 12, 30) / 1000;
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

/** Faults of a message: of its subject, and long sentences of its body unless `isBodyFree`. */
export function messageFaults(message: string, isBodyFree = false): string[] {
  const [subject = '', ...body] = message.split('\n');
  const fault = subjectFault(subject);
  const long = isBodyFree ? [] : textsOfDocument(body.join('\n')).flatMap(longSentences);
  return [
    ...(fault ? [`The commit subject ${fault}: ${subject}`] : []),
    ...long.map((sentence) => `The commit "${subject}" has a sentence of more than ${wordLimit} words: ${sentence}`),
  ];
}

/** Returns the commits under the rule by their author's time; none outside a repository, as in an image. */
export function commitsSince(since: number, cwd: string): { writtenAt: number; message: string }[] {
  const log = spawnSync('git', ['log', '-z', '--no-merges', '--format=%at %B'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (log.status !== 0) return [];
  return log.stdout.split('\0').flatMap((entry) => {
    const [, at, message = ''] = /^(\d+) ([\s\S]*)$/.exec(entry) ?? [];
    return at && Number(at) >= since ? [{ writtenAt: Number(at), message: message.trimEnd() }] : [];
  });
}

function faults(): string[] {
  const file = process.argv[process.argv.indexOf('--message') + 1];
  if (process.argv.includes('--message')) return file ? messageFaults(readFileSync(file, 'utf8')) : [];
  return commitsSince(ruleSince, root).flatMap(({ writtenAt, message }) =>
    messageFaults(message, writtenAt < bodyRuleSince),
  );
}

if (import.meta.main) {
  const found = faults();
  for (const fault of found) console.error(fault);
  process.exit(found.length > 0 ? 1 : 0);
}
