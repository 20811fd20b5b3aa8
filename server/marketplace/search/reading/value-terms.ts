import { norm } from '../search-terms.js';

/** Units that are said in others, with how many of the other one they are. */
const parts: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  cm: ['mm', 10],
  m: ['mm', 1000],
  '"': ['in', 1],
  ml: ['l', 0.001],
  cl: ['l', 0.01],
  g: ['kg', 0.001],
  kw: ['w', 1000],
  ma: ['a', 0.001],
};

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

/** What a stored value is looked up by: its amount, else its code, whole and word by word. */
export function valueTerms(value: string, unit: string | null): string[] {
  if (/^-?\d+(?:\.\d+)?$/.test(value)) {
    const { amount, unit: base } = comparable(Number(value), unit ?? '');
    return [amountTerm(amount, base)];
  }
  if (!/\d/.test(value)) return [];
  const pieces = value.split(/\s+/).filter((piece) => /\d/.test(piece) && /\p{L}/u.test(piece));
  return [...new Set([value, value + (unit ?? ''), ...pieces].map(codeTerm))];
}
