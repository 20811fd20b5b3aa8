import type { Term } from './style-guide.ts';

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+');
/** A word by itself: neither the end of a compound nor in front of a hyphen. */
const alone = (word: string): RegExp => new RegExp(`(?<![\\p{L}\\d-])${escaped(word)}(?![\\p{L}\\d])`, 'iu');

/**
 * Words that a style guide rejects, in texts by their keys.
 *
 * @param texts as a reader sees them, without places
 * @returns each error as a sentence
 */
export function termErrors(texts: ReadonlyMap<string, string>, terms: readonly Term[]): string[] {
  const errors: string[] = [];
  for (const { word, rejected, except } of terms) {
    const patterns = rejected.map((each) => [each, alone(each)] as const);
    for (const [key, text] of texts) {
      if (except.some((start) => key.startsWith(start))) continue;
      for (const [each, pattern] of patterns)
        if (pattern.test(text)) errors.push(`${key} says "${each}" for ${word}: ${text}`);
    }
  }
  return errors;
}
