import { languages } from '../../contract/languages.js';
import { type TaxClass, taxClasses } from '../../contract/vat.js';
import words from './reading/data/words.json' with { type: 'json' };
import { RowError } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';
import { decimal, meaningsIn, plainText } from './values.js';

/** Who made the part, as the law wants it named (GPSR): columns of `brand` that the row gives. */
export function makerOf(fields: FeedRecord['fields']): [column: string, value: string][] {
  const country = plainText(fields, 'brand_country', 2)?.toUpperCase() ?? null;
  if (country !== null && !/^[A-Z]{2}$/.test(country))
    throw new RowError('brand_country', country, 'is no code of a country');
  const given = {
    country,
    address: plainText(fields, 'brand_address', 300),
    email: plainText(fields, 'brand_email', 200),
    eu_responsible: plainText(fields, 'eu_responsible', 300),
  };
  return Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== null);
}

/** Titles by language as JSON: a general one stands for the languages without their own. */
export function titleOf(fields: FeedRecord['fields']): string | null {
  const general = plainText(fields, 'title', 200);
  const own = languages.map((language) => [language, plainText(fields, `title_${language}`, 200)] as const);
  const any = general ?? own.find(([, title]) => title !== null)?.[1] ?? null;
  return any === null
    ? null
    : JSON.stringify(Object.fromEntries(own.map(([language, title]) => [language, title ?? any])));
}

const mostPhotos = 6;

/** Addresses of photographs as JSON: those over https, since no other is asked. Their hosts are judged by the shop. */
export function photosOf(fields: FeedRecord['fields']): string | null {
  const text = ['image', 'more_images'].map((field) => plainText(fields, field, 8000) ?? '').join(' ');
  const written = text.split(/[\s;|]+|,(?=https?:)/i).filter((part) => URL.parse(part)?.protocol === 'https:');
  return written.length === 0 ? null : JSON.stringify([...new Set(written)].slice(0, mostPhotos));
}

/** Thousandths of the unit that base prices are shown in, by the unit that a feed may use. */
const contentUnits = words.contentUnits as unknown as Readonly<Record<string, readonly [factor: number, unit: string]>>;

/** `500 ml` as thousandths of a litre, `1.5 kg` as thousandths of a kilogram. */
export function contentOf(fields: FeedRecord['fields']): { amount: number; unit: string } | null {
  const text = plainText(fields, 'content', 40);
  if (text === null) return null;
  const match = /^([\d.,]+)\s*(ml|cl|l|g|kg|cm|m)$/i.exec(text);
  const amount = match && decimal({ content: match[1] ?? '' }, 'content', 0.001, 100_000);
  if (!match || !amount) throw new RowError('content', text, 'is no amount in ml, cl, l, g, kg, cm or m');
  const [factor, unit] = contentUnits[(match[2] ?? '').toLowerCase()] ?? [1000, 'l'];
  return { amount: Math.round(amount * factor), unit };
}

/** Words of exports for a class, without `rate` and its like behind them. */
const classOfTaxWord = meaningsIn(words.taxClasses satisfies Readonly<Record<TaxClass, string>>);

/** @throws RowError for an unknown class, also for a rate: each country has its own */
export function taxClassOf(fields: FeedRecord['fields']): TaxClass | null {
  const text = plainText(fields, 'tax_class', 40);
  if (text === null) return null;
  const word = text.toLowerCase().replace(/^taux |[\s_-]*(rate|steuersatz|satz|tarief)$/g, '');
  const found = classOfTaxWord.get(word);
  if (found) return found;
  const isRate = /^\d+([.,]\d+)?\s*%?$/.test(text);
  throw new RowError(
    'tax_class',
    text,
    `${isRate ? 'is a rate, not a class:' : 'is not one of'} ${taxClasses.join(', ')}`,
  );
}
