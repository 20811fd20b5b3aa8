import words from './data/words.json' with { type: 'json' };
import { norm } from './search-terms.js';

/** Units that are compared in another one, with how many of the other one they are. */
const parts = words.partsOfUnits as unknown as Readonly<Record<string, readonly [unit: string, factor: number]>>;

/** An amount in the unit by which it is compared with others. */
export function comparable(amount: number, unit: string): { amount: number; unit: string } {
  const small = unit.toLowerCase().replace(/\s+/g, '');
  const [base, factor] = parts[small] ?? [small, 1];
  return { amount: Number((amount * factor).toFixed(6)), unit: base };
}

/** How an amount is looked up: `288 mm`, `6 ` where it has no unit. */
export const amountTerm = (amount: number, unit: string): string => `${amount} ${unit}`;

/** How a code is looked up, however it is written: `#h7`, `#m14x1.5`, `#5w30`, `#p215w`. */
export function codeTerm(code: string): string {
  const plain = norm(code.replace(/[×*]/g, 'x'))
    .replace(/(\d)\s*,\s*(?=\d)/g, '$1.')
    .replace(/(?<!\d)\.|\.(?!\d)/g, '');
  return `#${plain.replace(/[^a-z0-9.+]/g, '')}`;
}

/** How a value that is a word, or an attribute that something has, is looked up in a language. */
export const wordTerm = (language: string, word: string): string => `${language}~${norm(word)}`;

/** Terms by which searches find a stored value: its amount, else its code, whole and word by word. */
export function valueTerms(value: string, unit: string | null): string[] {
  if (/^-?\d+(?:\.\d+)?$/.test(value)) {
    const { amount, unit: base } = comparable(Number(value), unit ?? '');
    return [amountTerm(amount, base)];
  }
  if (!/\d/.test(value)) return [];
  const pieces = value.split(/\s+/).filter((piece) => /\d/.test(piece) && /\p{L}/u.test(piece));
  return [...new Set([value, value + (unit ?? ''), ...pieces].map(codeTerm))];
}

/** A unit as people write it: its name in the catalogue, how many of that it is, and attributes that it counts. */
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

/** The unit of a name; null for a word that is no unit. @param own units of the catalogue that no table knows */
export const unitOf = (word: string, own: ReadonlySet<string>): Unit | null =>
  knownUnits.get(word) ?? (own.has(word) ? { unit: word, factor: 1, keys: null } : null);
