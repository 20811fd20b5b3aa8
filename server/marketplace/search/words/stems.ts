import type { Language } from '../../../contract/languages.js';

/** Letters that are left of every word; what is shorter is no word any more. */
const shortestStem = 3;

type Ending = readonly [pattern: RegExp, rest: string];
/** Applied one after the other to words in the spelling of `norm`. */
const endings: Readonly<Record<Language, readonly Ending[]>> = {
  de: [[/(?:e[rn]s|ern|en|er|es|em|e|n|s)$/, '']],
  fr: [
    [/eaux$/, 'eau'],
    [/[sx]$/, ''],
    [/e$/, ''],
  ],
  es: [
    [/ces$/, 'z'],
    [/([^aeiou])es$/, '$1'],
    [/s$/, ''],
    [/[aeo]$/, ''],
  ],
  it: [
    [/[aeiou]{1,2}$/, ''],
    [/h$/, ''],
  ],
  nl: [
    [/(?:tjes|jes|tje|je|en|es|s|e|n)$/, ''],
    [/([bdfgklmnprst])\1$/, '$1'],
    [/v$/, 'f'],
    [/z$/, 's'],
  ],
};

/**
 * The common part of a word's singular and plural. Rough on purpose: it is compared with other stems only,
 * and a wrong stem costs no more than one word too many. Words with digits are their own stem.
 */
export function stemOf(word: string, language: Language): string {
  if (/\d/.test(word)) return word;
  let stem = word;
  for (const [pattern, rest] of endings[language]) {
    const shorter = stem.replace(pattern, rest);
    if (shorter.length >= shortestStem) stem = shorter;
  }
  return stem;
}
