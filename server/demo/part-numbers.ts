import type { Brand } from './brands.js';
import oeForms from './data/oe-forms.json' with { type: 'json' };
import type { SeededRandom } from './seeded-random.js';

/** A number as it is compared: upper-case A–Z and 0–9 only. */
export function normOf(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** Check digit of a 13-digit trade item number (GS1 General Specifications 7.9): weights 1 and 3 from the left. */
export function eanCheckDigit(twelve: string): number {
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += Number(twelve[i]) * (i % 2 === 0 ? 1 : 3);
  return (10 - (sum % 10)) % 10;
}

/** Makes article numbers and EANs, each of them once. */
export class Numbers {
  readonly #used = new Set<string>();

  constructor(private readonly dice: SeededRandom) {}

  #unique(make: (attempt: number) => string, key: (value: string) => string): string {
    for (let attempt = 0; attempt < 10_000; attempt++) {
      const value = make(attempt);
      if (this.#used.has(key(value))) continue;
      this.#used.add(key(value));
      return value;
    }
    throw new RangeError('a brand has run out of article numbers');
  }

  /** An article number in the brand's own form. It depends on the part, not on the part's place in a list. */
  article(brand: Brand, what: string): string {
    const make = (attempt: number) => {
      let at = 0;
      return brand.numberForm.replace(/0/g, () => {
        at++;
        return String(this.dice.int(at === 1 ? 1 : 0, 9, brand.name, what, attempt, at));
      });
    };
    return this.#unique(make, (value) => `${brand.id}|${normOf(value)}`);
  }

  /** An EAN-13 from 200–209, the range for numbers valid only inside one house. */
  ean(brand: Brand, norm: string): string {
    const make = (attempt: number) => {
      const twelve = `20${String(this.dice.int(0, 99_999, 'a', brand.name, norm, attempt)).padStart(5, '0')}${String(this.dice.int(0, 99_999, 'b', brand.name, norm, attempt)).padStart(5, '0')}`;
      return twelve + eanCheckDigit(twelve);
    };
    return this.#unique(make, (value) => value);
  }
}

/** Forms of original numbers by concern: 0 = digit, A = letter, X = digit or letter. */
const forms: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(oeForms));

/** An invented original number in the style of a concern. */
export function oeNumber(concern: string, dice: SeededRandom): string {
  let at = 0;
  const form = dice.pick(forms.get(concern) ?? oeForms.others, 'form');
  const letters = 'ABCDEFGHJKLMNPRSTUVW';
  return form.replace(/[0AX]/g, (place) => {
    at++;
    if (place === '0') return String(dice.int(0, 9, at));
    const pool = place === 'A' ? letters : `${letters}0123456789`;
    return pool[dice.int(0, pool.length - 1, at)] ?? 'A';
  });
}
