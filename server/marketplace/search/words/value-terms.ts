import words from './data/words.json' with { type: 'json' };
import { norm } from './search-terms.js';

/** The unit of comparison of a unit, with the conversion factor. */
const parts = words.partsOfUnits as unknown as Readonly<Record<string, readonly [unit: string, factor: number]>>;

/** Converts an amount into the unit of comparison. */
export function comparable(amount: number, unit: string): { amount: number; unit: string } {
  const small = unit.toLowerCase().replace(/\s+/g, '');
  const [base, factor] = parts[small] ?? [small, 1];
  return { amount: Number((amount * factor).toFixed(6)), unit: base };
}

/** Returns the search term of an amount: `288 mm`, or `6 ` without unit. */
export const amountTerm = (amount: number, unit: string): string => `${amount} ${unit}`;

/** Returns the search term of a code in any spelling: `#h7`, `#m14x1.5`, `#5w30`, `#p215w`. */
export function codeTerm(code: string): string {
  const plain = norm(code.replace(/[×*]/g, 'x'))
    .replace(/(\d)\s*,\s*(?=\d)/g, '$1.')
    .replace(/(?<!\d)\.|\.(?!\d)/g, '');
  return `#${plain.replace(/[^a-z0-9.+]/g, '')}`;
}

/** Returns the search term of a value that is a word, or of an attribute that a product has. */
export const wordTerm = (language: string, word: string): string => `${language}~${norm(word)}`;

/** Returns the search terms of a stored value: its amount, else its code, as a whole and by word. */
export function valueTerms(value: string, unit: string | null): string[] {
  if (/^-?\d+(?:\.\d+)?$/.test(value)) {
    const { amount, unit: base } = comparable(Number(value), unit ?? '');
    return [amountTerm(amount, base)];
  }
  if (!/\d/.test(value)) return [];
  const pieces = value.split(/\s+/).filter((piece) => /\d/.test(piece) && /\p{L}/u.test(piece));
  return [...new Set([value, value + (unit ?? ''), ...pieces].map(codeTerm))];
}

/** A written unit: its name in the catalogue, a factor, and the attributes that it counts. */
interface Unit {
  readonly unit: string;
  readonly factor: number;
  readonly keys: readonly string[] | null;
}

const knownUnits = new Map<string, Unit>();
for (const [unit, spellings] of Object.entries(words.units)) {
  const { amount, unit: base } = comparable(1, unit);
  for (const word of spellings.split(' ')) knownUnits.set(word, { unit: base, factor: amount, keys: null });
}
for (const [keys, spellings] of Object.entries(words.counted))
  for (const word of spellings.split(' ')) knownUnits.set(word, { unit: '', factor: 1, keys: keys.split(' ') });

/** Returns the unit of a name; null for other words. @param own units of the catalogue that no table knows */
export const unitOf = (word: string, own: ReadonlySet<string>): Unit | null =>
  knownUnits.get(word) ?? (own.has(word) ? { unit: word, factor: 1, keys: null } : null);
