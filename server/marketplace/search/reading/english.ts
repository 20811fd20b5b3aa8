import words from '../data/words.json' with { type: 'json' };
import { termsOf } from '../search-terms.js';
import { readNames } from '../synonyms.js';

/** The common part of an English word's singular and plural. */
const stemEnglish = (word: string): string =>
  word.length < 4
    ? word
    : word
        .replace(/(?:ches|shes|xes|sses)$/, (end) => end.slice(0, -2))
        .replace(/ies$/, 'y')
        .replace(/(?<![su])s$/, '');

let table: ReadonlyMap<string, string> | undefined;
/** German words by English ones, in singular. */
function germanWords(): ReadonlyMap<string, string> {
  table ??= new Map(
    readNames('english.tsv').flatMap(([german = '', ...english]) =>
      english.map((phrase) => [termsOf(phrase).map(stemEnglish).join(' '), german] as const),
    ),
  );
  return table;
}

/** Words of a name at most: `engine oil drain plug`. */
const longestName = 4;

/** A text with its English names of parts in German; null where it has none. */
export function readEnglish(text: string): string | null {
  const written = termsOf(text);
  const stems = written.map(stemEnglish);
  const known = germanWords();
  const said: string[] = [];
  let isFound = false;
  for (let at = 0; at < stems.length; ) {
    const length = [longestName, 3, 2, 1].find((count) => known.has(stems.slice(at, at + count).join(' ')));
    const name = length && known.get(stems.slice(at, at + length).join(' '));
    if (length && name) {
      said.push(name);
      isFound = true;
      at += length;
    } else {
      if (!ignored.has(written[at] as string)) said.push(written[at] as string);
      at++;
    }
  }
  return isFound ? said.join(' ') : null;
}

/** Words between names that say nothing of a part. */
const ignored = new Set(words.betweenEnglishNames.split(' '));
