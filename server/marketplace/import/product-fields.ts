import type { DurabilityGuarantee } from '../../contract/articles.js';
import { languages } from '../../contract/languages.js';
import { type TaxClass, taxClasses } from '../../contract/vat.js';
import words from './reading/data/words.json' with { type: 'json' };
import { RowError } from './reading/import-errors.js';
import type { Fields } from './reading/records.js';
import { decimal, documentAddress, meaningsIn, plainText } from './values.js';

/** Columns of `brand` in a row: who made the part, as the GPSR (Regulation (EU) 2023/988) requires. */
export function makerOf(fields: Fields): [column: string, value: string][] {
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

/** Titles by language as JSON. A general title fills languages without one. */
export function titleOf(fields: Fields): string | null {
  const general = plainText(fields, 'title', 200);
  const own = languages.map((language) => [language, plainText(fields, `title_${language}`, 200)] as const);
  const any = general ?? own.find(([, title]) => title !== null)?.[1] ?? null;
  return any === null
    ? null
    : JSON.stringify(Object.fromEntries(own.map(([language, title]) => [language, title ?? any])));
}

const mostPhotos = 6;

/** Addresses of photographs as JSON; only https. The shop checks their hosts. */
export function photosOf(fields: Fields): string | null {
  const text = ['image', 'more_images'].map((field) => plainText(fields, field, 8000) ?? '').join(' ');
  const written = text.split(/[\s;|]+|,(?=https?:)/i).filter((part) => URL.parse(part)?.protocol === 'https:');
  return written.length === 0 ? null : JSON.stringify([...new Set(written)].slice(0, mostPhotos));
}

/** Factor to thousandths of the unit of base prices, by unit of feeds. */
const contentUnits = words.contentUnits as unknown as Readonly<Record<string, readonly [factor: number, unit: string]>>;

/** Reads `500 ml` as thousandths of a litre, `1.5 kg` as thousandths of a kilogram. */
export function contentOf(fields: Fields): { amount: number; unit: string } | null {
  const text = plainText(fields, 'content', 40);
  if (text === null) return null;
  const match = /^([\d.,]+)\s*(ml|cl|l|g|kg|cm|m)$/i.exec(text);
  const amount = match && decimal({ content: match[1] ?? '' }, 'content', 0.001, 100_000);
  if (!match || !amount) throw new RowError('content', text, 'is no amount in ml, cl, l, g, kg, cm or m');
  const [factor, unit] = contentUnits[(match[2] ?? '').toLowerCase()] ?? [1000, 'l'];
  return { amount: Math.round(amount * factor), unit };
}

/** Tax classes by the words of other programs, without a suffix such as `rate`. */
const classOfTaxWord = meaningsIn(words.taxClasses satisfies Readonly<Record<TaxClass, string>>);

/** @throws RowError for an unknown class, and for a rate: rates differ by country */
export function taxClassOf(fields: Fields): TaxClass | null {
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

type Side = keyof typeof words.sides;

/** Words beside a side that name no side themselves. */
const fillers = new Set(words.besideSides.split('|'));
const sides = meaningsIn(words.sides);

/** Sides in a word: `linksvoor` has two, `Achse` none; undefined = the word is unknown. */
function sidesOf(word: string): Side[] | undefined {
  const whole = sides.get(word);
  if (whole !== undefined) return [whole];
  if (fillers.has(word)) return [];
  for (let at = 4; at <= word.length - 4; at++) {
    const [first, second] = [sides.get(word.slice(0, at)), sides.get(word.slice(at))];
    if (first && second) return [first, second];
  }
  return undefined;
}

const onlyOf = (named: ReadonlySet<Side>, one: Side, other: Side): Side[] =>
  named.has(one) === named.has(other) ? [] : [named.has(one) ? one : other];

/** Position of the part on the car, such as `front` or `rear-left`; null = not given, or both sides. */
export function positionOf(fields: Fields): string | null {
  const text = plainText(fields, 'place', 80);
  if (text === null) return null;
  // A number has no words: it is the order of shop systems, whose column has the same name.
  const written = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  const named = new Set<Side>();
  for (const word of written) {
    const own = sidesOf(word);
    if (!own)
      throw new RowError('place', text, 'is no known place such as front, rear-left, Vorderachse, avant gauche');
    for (const side of own) named.add(side);
  }
  return [...onlyOf(named, 'front', 'rear'), ...onlyOf(named, 'left', 'right')].join('-') || null;
}

/** The guarantee in a row; null = not given, 0 years = the maker has ended it. */
type GivenDurability = { readonly [Key in keyof DurabilityGuarantee]: DurabilityGuarantee[Key] | null };

/** Statutory years of the seller's liability. Only a longer promise of the maker is a guarantee of durability. */
const legalYears = 2;

/**
 * Reads the maker's guarantee of durability (Directive 2011/83/EU, Art. 6 (1) (la)).
 * @throws RowError for years that the label cannot show
 */
export function readDurability(fields: Fields): GivenDurability {
  const years = decimal(fields, 'guarantee_years', 0, 99);
  if (years !== null && years !== 0 && years <= legalYears)
    throw new RowError('guarantee_years', String(years), 'is not more than the 2 years that buyers have by law');
  if (years !== null && !Number.isInteger(years * 2))
    throw new RowError('guarantee_years', String(years), 'is neither whole nor half years');
  return {
    years,
    producer: plainText(fields, 'guarantee_producer', 60),
    model: plainText(fields, 'guarantee_model', 60),
    terms: documentAddress(fields, 'guarantee_terms'),
  };
}

/**
 * Completes a guarantee with known values, then with brand and number of the product.
 * @throws RowError for a guarantee without years or without the address of its terms
 */
export function storedDurability(
  given: GivenDurability,
  known: unknown,
  product: { readonly brand: string; readonly number: string },
): string | null {
  if (given.years === 0) return null;
  const before = typeof known === 'string' ? (JSON.parse(known) as DurabilityGuarantee) : null;
  const hasGuarantee = Object.values(given).some((value) => value !== null);
  if (!hasGuarantee && !before) return null;
  const years = given.years ?? before?.years;
  const terms = given.terms ?? before?.terms;
  if (years === undefined) throw new RowError('guarantee_years', '', 'is missing: a guarantee has a length');
  if (terms === undefined) throw new RowError('guarantee_terms', '', 'is missing: buyers must be able to read them');
  const stored: DurabilityGuarantee = {
    years,
    producer: given.producer ?? before?.producer ?? product.brand,
    model: given.model ?? before?.model ?? product.number,
    terms,
  };
  return JSON.stringify(stored);
}
