import sanitizeHtml from 'sanitize-html';
import { normaliseNumber } from '../../contract/search.js';
import words from './reading/data/words.json' with { type: 'json' };
import { RowError } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';

type Fields = FeedRecord['fields'];

/** What each word of feeds means, of a table of `data/words.json`, where words have `|` between them. */
export const meaningsIn = <Meaning extends string>(
  table: Readonly<Record<Meaning, string>>,
): ReadonlyMap<string, Meaning> =>
  new Map(
    (Object.keys(table) as Meaning[]).flatMap((meaning) =>
      table[meaning].split('|').map((word) => [word, meaning] as const),
    ),
  );

/**
 * Characters of an amount or a number of days; a pattern that is tried on more of them takes the square of their time.
 */
const longestAmount = 64;
/** Highest price that is believed, in cents. */
const dearest = 100_000_000;

/**
 * Money as shops write it, in cents: `12.99 EUR`, `12,99 EUR`, `1.234,56 €`, `EUR 12.99`, `12,9`. The last separator
 * followed by one or two digits is the decimal one.
 * @returns a sentence where it is no price in euros, or could be two
 */
export function parseMoney(text: string): number | string {
  const cents = plainCents(text);
  if (cents !== null) return cents;
  const given = text.trim();
  if (given.length > longestAmount) return 'is no amount of money';
  const match = /^(EUR|€)?\s*(-?\d[\d.,'\s]*)(EUR|€|[A-Z]{3})?$/i.exec(given);
  if (!match) return 'is no amount of money';
  const currency = match[3]?.toUpperCase();
  if (currency !== undefined && currency !== 'EUR' && currency !== '€') return 'is not in euros';
  const digits = (match[2] ?? '').replace(/['\s]/g, '');
  const parts = /^(-?)(\d+|\d{1,3}(?:([.,])\d{3})(?:\3\d{3})*)(?:([.,])(\d{1,2}|\d{2}0{2,4}))?$/.exec(digits);
  if (!parts) return 'is no amount of money';
  const [, sign, whole = '', grouping, decimal, fraction = ''] = parts;
  if (grouping !== undefined && grouping === decimal) return 'is no amount of money';
  if (grouping !== undefined && decimal === undefined && whole.split(grouping).length === 2)
    return `could be ${whole.replace(grouping, '')}.00 or ${whole.replace(grouping, '.')}`;
  if (sign === '-') return 'is negative';
  const amount = Number(whole.replace(/[.,]/g, '')) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2));
  return amount > dearest ? 'is more than a million euros' : amount;
}

/** Cents of `12`, `12,9` or `12.99`, as most feeds write them; null for any other spelling. */
function plainCents(text: string): number | null {
  if (text.length === 0 || text.length > 8) return null;
  let number = 0;
  let decimals = -1;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign >= '0' && sign <= '9') {
      number = number * 10 + Number(sign);
      if (decimals >= 0) decimals++;
    } else if ((sign === '.' || sign === ',') && decimals < 0 && at > 0) decimals = 0;
    else return null;
  }
  if (decimals === 0 || decimals > 2) return null;
  const cents = number * (decimals === 2 ? 1 : decimals === 1 ? 10 : 100);
  return cents > dearest ? null : cents;
}

/** Money of a field in cents; null where the field is empty. @throws RowError */
export function money(fields: Fields, field: string): number | null {
  const text = fields[field];
  if (text === undefined) return null;
  const value = parseMoney(text);
  if (typeof value === 'string') throw new RowError(field, text, value);
  return value;
}

/** A whole number between two bounds; null where the field is empty. @throws RowError */
export function whole(fields: Fields, field: string, low: number, high: number): number | null {
  const text = fields[field]?.trim();
  if (text === undefined || text === '') return null;
  const value = Number(text.replace(/[.,]0*$/, ''));
  if (!Number.isInteger(value) || value < low || value > high)
    throw new RowError(field, text, `is not a whole number from ${low} to ${high}`);
  return value;
}

/** A number with a decimal point or comma between two bounds; null where the field is empty. @throws RowError */
export function decimal(fields: Fields, field: string, low: number, high: number): number | null {
  const text = fields[field]?.trim();
  if (text === undefined || text === '') return null;
  const value = Number(text.replace(',', '.'));
  if (!Number.isFinite(value) || value < low || value > high)
    throw new RowError(field, text, `is not a number from ${low} to ${high}`);
  return value;
}

/** What a spreadsheet writes round a number to keep its zeros: `="0123"`. */
const copiedText = /^=\s*"([^"=]*)"$/;
/** Texts in which there is nothing to mend or refuse. */
const plainWords = /^[A-Za-z0-9][\w./-]*(?: [\w./-]+)*$/;
const markup = /[<&]/;
/** What a spreadsheet would calculate. */
const formula = /^[=@]|^[+-](?=.*[(!|])/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u001f\u007f\u200b\u202a-\u202e\u2066-\u2069\ufeff]+/g;

/**
 * A text without markup, control characters and double spaces; null where nothing is left.
 * @throws RowError for what a spreadsheet would calculate, for text whose letters were lost, and for what is too long
 */
export function plainText(fields: Fields, field: string, longest: number): string | null {
  const given = fields[field];
  if (given === undefined) return null;
  if (given.length <= longest && plainWords.test(given)) return given;
  // Markup may be longer than its text, but not without bounds: it is taken apart sign by sign.
  if (given.length > longest * 20 + 10_000) throw new RowError(field, given, `is longer than ${longest} characters`);
  const unwrapped = copiedText.exec(given.trim())?.[1] ?? given;
  if (unwrapped.includes('\ufffd')) throw new RowError(field, given, 'has letters that were lost in another encoding');
  const bare = markup.test(unwrapped) ? withoutMarkup(unwrapped) : unwrapped;
  const text = bare.normalize('NFC').replace(controls, ' ').replace(/\s+/g, ' ').trim();
  if (formula.test(text)) throw new RowError(field, given, 'is a formula of a spreadsheet, not a text');
  if (text.length > longest) throw new RowError(field, given, `is longer than ${longest} characters`);
  return text === '' ? null : text;
}

/** @throws RowError also where the field is empty */
export function requiredText(fields: Fields, field: string, longest: number): string {
  const text = plainText(fields, field, longest);
  if (text === null) throw new RowError(field, fields[field] ?? '', 'is missing');
  return text;
}

const references: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

function withoutMarkup(text: string): string {
  const inner = sanitizeHtml(text, { allowedTags: [], allowedAttributes: {} });
  const once = inner.replace(/&(?:amp|lt|gt|quot);/g, (reference) => references[reference] ?? reference);
  // Markup that was written as references must not come back as markup.
  return /<[a-z!/]/i.test(once)
    ? sanitizeHtml(once, { allowedTags: [], allowedAttributes: {} }).replace(/[<>]/g, '')
    : once;
}

/** Attributes of a link; none for an address without a host, which says nothing outside of the shop's own site. */
function linkTo(href: string): Record<string, string> {
  return /^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(href) ? { href, rel: 'nofollow noopener' } : {};
}

/** Merchants' HTML down to paragraphs, lists, headings and links; nothing that runs, loads or lays out. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: 'h2 h3 h4 p br ul ol li blockquote strong em b i a table thead tbody tr th td'.split(' '),
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: 20,
    transformTags: {
      h1: 'h2',
      address: 'p',
      a: (_name, { href = '' }) => ({ tagName: 'a', attribs: linkTo(href) }),
    },
  });
}

/** Trade item number with a right check digit, as 8 or 13 digits; null where empty. @throws RowError */
export function gtin(fields: Fields): string | null {
  const text = fields.gtin?.trim();
  if (text === undefined || text === '') return null;
  if (/e\+/i.test(text)) throw new RowError('gtin', text, 'was rounded by a spreadsheet');
  const digits = (copiedText.exec(text)?.[1] ?? text).replace(/[\s-]/g, '');
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) throw new RowError('gtin', text, 'is not 8, 12, 13 or 14 digits');
  let sum = 0;
  for (let index = digits.length - 2, weight = 3; index >= 0; index--, weight = 4 - weight)
    sum += Number(digits[index]) * weight;
  if ((10 - (sum % 10)) % 10 !== Number(digits.at(-1))) throw new RowError('gtin', text, 'has a wrong check digit');
  return digits.length === 8 ? digits : digits.padStart(14, '0').replace(/^0/, '');
}

/** A part number as it is written and as it is compared. @throws RowError */
export function partNumber(fields: Fields): { written: string; norm: string } | null {
  const written = plainText(fields, 'number', 60);
  if (written === null) return null;
  if (/^\d([.,]\d+)?e\+\d+$/i.test(written)) throw new RowError('number', written, 'was rounded by a spreadsheet');
  const norm = normaliseNumber(written);
  if (norm === '' || norm.length > 40)
    throw new RowError('number', written, 'has no letters and digits of a part number');
  return { written, norm };
}

const conditions = meaningsIn(words.conditions);

/** @throws RowError for any other word */
export function condition(fields: Fields): 'new' | 'remanufactured' | 'used' | null {
  const text = fields.condition?.trim().toLowerCase();
  if (text === undefined || text === '') return null;
  const found = conditions.get(text);
  if (found === undefined) throw new RowError('condition', text, 'is not one of new, remanufactured, used');
  return found;
}

const availability = meaningsIn(words.availability);

/** Whether an offer can be sold now; null where the file does not say. @throws RowError for an unknown word */
export function isAvailable(fields: Fields): boolean | null {
  const text = fields.availability
    ?.trim()
    .toLowerCase()
    .replace(/^https?:\/\/schema\.org\//, '')
    .replace(/_/g, ' ');
  if (text === undefined || text === '') return null;
  const found = availability.get(text);
  if (found === undefined) throw new RowError('availability', text, 'is no known availability');
  return found === 'available';
}

const yesOrNo = meaningsIn(words.yesOrNo);

/** 1 or 0; null where the field is empty. @throws RowError for any other word */
export function isYes(fields: Fields, field: string): 0 | 1 | null {
  const text = fields[field]?.trim().toLowerCase();
  if (text === undefined || text === '') return null;
  const found = yesOrNo.get(text);
  if (found === undefined) throw new RowError(field, text, 'is neither yes nor no');
  return found === 'yes' ? 1 : 0;
}

const daysWritten = /^(\d{1,2})(?:\s*(?:-|–|bis|to|à|a)\s*(\d{1,2}))?(?:[\s.]*\p{L}+\.?){0,2}$/u;
/** What was read last, since nearly all rows of a shop say the same. */
let lastDays: { readonly text: string; readonly days: readonly [number, number] } = { text: '', days: [0, 0] };

/** `2`, `1-3`, `1–3 Tage`: working days, the fewest and the most. @throws RowError */
export function days(fields: Fields, field: string): readonly [number, number] | null {
  const text = fields[field]?.trim();
  if (text === undefined || text === '') return null;
  if (text === lastDays.text) return lastDays.days;
  const match = text.length > longestAmount ? null : daysWritten.exec(text);
  const low = Number(match?.[1]);
  const high = Number(match?.[2] ?? match?.[1]);
  if (!match || high < low || high > 60) throw new RowError(field, text, 'is no number of days from 0 to 60');
  lastDays = { text, days: [low, high] };
  return lastDays.days;
}
