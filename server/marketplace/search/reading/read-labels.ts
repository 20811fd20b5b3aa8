import type { Language } from '../../../contract/languages.js';
import type { OwnAttributes } from '../../catalogue/own-attributes.js';
import { attributeLabels } from '../../catalogue/own-texts.js';
import { termsOf } from '../search-terms.js';
import type { Word } from './written-words.js';

/** By the attributes of a catalogue. */
const known = new WeakMap<OwnAttributes, Map<Language, ReadonlyMap<string, readonly string[]>>>();

/** Attributes by their name in a language, where it is one word. */
function labelsOf(own: OwnAttributes, language: Language): ReadonlyMap<string, readonly string[]> {
  const byLanguage = known.get(own) ?? new Map<Language, ReadonlyMap<string, readonly string[]>>();
  known.set(own, byLanguage);
  const read = byLanguage.get(language);
  if (read) return read;
  const labels = new Map<string, string[]>();
  const named = [
    ...Object.entries(attributeLabels).map(([key, names]) => [key, names[language]] as const),
    ...[...own.values()].map(({ code, labels: names }) => [code, names[language] ?? code] as const),
  ];
  for (const [key, name] of named) {
    const [word, ...others] = termsOf(name);
    if (word === undefined || others.length > 0) continue;
    labels.set(word, [...(labels.get(word) ?? []), key]);
  }
  byLanguage.set(language, labels);
  return labels;
}

/** Words that name an attribute: `Dicke` beside `17 mm`, with the attributes of that name. */
export function readLabels(
  own: OwnAttributes,
  words: readonly Word[],
  language: Language,
): (Word & { keys: readonly string[] })[] {
  const labels = labelsOf(own, language);
  return words.flatMap((word) => {
    const keys = labels.get(word.plain);
    return keys ? [{ ...word, keys }] : [];
  });
}
