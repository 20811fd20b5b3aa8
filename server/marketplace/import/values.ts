import sanitizeHtml from 'sanitize-html';
import { documentsPath } from '../../contract/articles.js';
import { normaliseNumber } from '../../contract/search.js';
import words from './reading/data/words.json' with { type: 'json' };
import { RowError } from './reading/import-errors.js';
import type { Fields } from './reading/records.js';

/** Meanings by word, of a table in `data/words.json` with `|` between words. */
export const meaningsIn = <Meaning extends string>(
  table: Readonly<Record<Meaning, string>>,
): ReadonlyMap<string, Meaning> =>
  new Map(
    (Object.keys(table) as Meaning[]).flatMap((meaning) =>
      table[meaning].split('|').map((word) => [word, meaning] as const),
    ),
  );

/** Characters of an amount or a number of days. Longer texts would take the patterns quadratic time. */
const longestAmount = 64;
/** Highest plausible price, in cents. */
const dearest = 100_000_000;

/**
 * Reads money as shops write it, in cents: `12.99 EUR`, `12,99 EUR`, `1.234,56 €`, `EUR 12.99`, `12,9`. The last
 * separator before one or two digits is the decimal one.
 * @returns a sentence if it is no price in euros, or could be two prices
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

/** Reads `12`, `12,9` or `12.99`, as most feeds write them; null for other spellings. */
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

/** Money in cents. This and the following readers return null for an empty field. @throws RowError for a wrong value */
export function money(fields: Fields, field: string): number | null {
  const text = fields[field];
  if (text === undefined) return null;
  const value = parseMoney(text);
  if (typeof value === 'string') throw new RowError(field, text, value);
  return value;
}

/** A number with a decimal point or comma within two bounds. */
export function decimal(fields: Fields, field: string, low: number, high: number, kind = 'number'): number | null {
  const text = fields[field]?.trim() ?? '';
  if (text === '') return null;
  const value = Number(text.replace(',', '.'));
  if (!Number.isFinite(value) || value < low || value > high || (kind !== 'number' && !Number.isInteger(value)))
    throw new RowError(field, text, `is not a ${kind} from ${low} to ${high}`);
  return value;
}

export const whole = (fields: Fields, field: string, low: number, high: number): number | null =>
  decimal(fields, field, low, high, 'whole number');

/** Spreadsheets write `="0123"` to keep leading zeros. */
const copiedText = /^=\s*"([^"=]*)"$/;
/** Texts that need neither cleaning nor checks. */
const plainWords = /^[A-Za-z0-9][\w./-]*(?: [\w./-]+)*$/;
const markup = /[<&]/;
/** Words of programs for a part without a trade item number. */
const noGtin = new Set(words.noGtin.split('|'));
/** Formulas of a spreadsheet. */
const formula = /^[=@]|^[+-](?=.*[(!|])/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u001f\u007f\u200b\u202a-\u202e\u2066-\u2069\ufeff]+/g;

/**
 * A text without markup, control characters and double spaces.
 * @throws RowError for a formula of a spreadsheet, lost letters, and a text that is too long
 */
export function plainText(fields: Fields, field: string, longest: number): string | null {
  const given = fields[field];
  if (given === undefined) return null;
  if (given.length <= longest && plainWords.test(given)) return given;
  // Markup may be longer than its text, but cleaning it takes time for each character.
  if (given.length > longest * 20 + 10_000) throw new RowError(field, given, `is longer than ${longest} characters`);
  const unwrapped = copiedText.exec(given.trim())?.[1] ?? given;
  if (unwrapped.includes('\ufffd')) throw new RowError(field, given, 'has letters that were lost in another encoding');
  const bare = markup.test(unwrapped) ? withoutMarkup(unwrapped) : unwrapped;
  const text = bare.normalize('NFC').replace(controls, ' ').replace(/\s+/g, ' ').trim();
  if (formula.test(text)) throw new RowError(field, given, 'is a formula of a spreadsheet, not a text');
  if (text.length > longest) throw new RowError(field, given, `is longer than ${longest} characters`);
  return text === '' ? null : text;
}

/** @throws RowError also for an empty field */
export function requiredText(fields: Fields, field: string, longest: number): string {
  const text = plainText(fields, field, longest);
  if (text === null) throw new RowError(field, fields[field] ?? '', 'is missing');
  return text;
}

const references: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

function withoutMarkup(text: string): string {
  const inner = sanitizeHtml(text, { allowedTags: [], allowedAttributes: {} });
  const once = inner.replace(/&(?:amp|lt|gt|quot);/g, (reference) => references[reference] ?? reference);
  // Escaped markup must not turn into markup.
  return /<[a-z!/]/i.test(once)
    ? sanitizeHtml(once, { allowedTags: [], allowedAttributes: {} }).replace(/[<>]/g, '')
    : once;
}

/** Attributes of a link. An address without a host means nothing outside the merchant's own site. */
function linkTo(href: string): Record<string, string> {
  return /^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(href) ? { href, rel: 'nofollow noopener' } : {};
}

/** Reduces merchants' HTML to paragraphs, lists, tables, headings and links. Nothing in it runs or loads. */
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

/** A trade item number with a valid check digit, as 8 or 13 digits. */
export function gtin(fields: Fields): string | null {
  const text = fields.gtin?.trim();
  if (text === undefined || text === '' || noGtin.has(text.toLowerCase())) return null;
  if (/e\+/i.test(text)) throw new RowError('gtin', text, 'was rounded by a spreadsheet');
  const digits = (copiedText.exec(text)?.[1] ?? text).replace(/[\s'-]|\.0+$/g, '');
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) throw new RowError('gtin', text, 'is not 8, 12, 13 or 14 digits');
  let sum = 0;
  for (let index = digits.length - 2, weight = 3; index >= 0; index--, weight = 4 - weight)
    sum += Number(digits[index]) * weight;
  if ((10 - (sum % 10)) % 10 !== Number(digits.at(-1))) throw new RowError('gtin', text, 'has a wrong check digit');
  return digits.length === 8 ? digits : digits.padStart(14, '0').replace(/^0/, '');
}

/** A part number as written and as compared. */
export function partNumber(fields: Fields): { written: string; norm: string } | null {
  const written = plainText(fields, 'number', 60);
  if (written === null) return null;
  if (/^\d([.,]\d+)?e\+\d+$/i.test(written)) throw new RowError('number', written, 'was rounded by a spreadsheet');
  const norm = normaliseNumber(written);
  if (norm === '' || norm.length > 40)
    throw new RowError('number', written, 'has no letters and digits of a part number');
  return { written, norm };
}

/** Reads words by their meanings; null = the field is empty. @param reason why an unknown word rejects the row */
function reader<Meaning extends string>(table: Readonly<Record<Meaning, string>>, reason: string) {
  const known = meaningsIn(table);
  return (fields: Fields, field: string): Meaning | null => {
    const text = fields[field]?.trim().toLowerCase() ?? '';
    const found = known.get(text.replace(/^https?:\/\/schema\.org\/|\.$/g, '').replace(/_/g, ' '));
    if (text !== '' && found === undefined) throw new RowError(field, text, reason);
    return found ?? null;
  };
}

const conditionIn = reader(words.conditions, 'is not one of new, remanufactured, used');
const availabilityIn = reader(words.availability, 'is no known availability');
const answerIn = reader(words.yesOrNo, 'is neither yes nor no');

export const condition = (fields: Fields) => conditionIn(fields, 'condition');

/** Whether an offer can be sold now; null = the file does not say. */
export function isAvailable(fields: Fields, field = 'availability'): boolean | null {
  // Some programs write the pieces instead of a word.
  if (/^\s*\d+\s*$/.test(fields[field] ?? '')) return Number(fields[field]) > 0;
  const found = availabilityIn(fields, field);
  return found && found === 'available';
}

export function isYes(fields: Fields, field: string): 0 | 1 | null {
  const found = answerIn(fields, field);
  return found && (found === 'yes' ? 1 : 0);
}

/** Working days of a unit, by its words. */
const workingDays = { hours: 1 / 24, weeks: 5, months: 21 };
const timeUnits = meaningsIn(words.timeUnits satisfies Readonly<Record<keyof typeof workingDays, string>>);
/** Words may come before the days, as in `sofort lieferbar, 1-3 Werktage`, and remarks after them. */
const daysWritten =
  /^(?:[\p{L}\s,.:]*[\p{L},.:]\s)?(\d{1,2})(?:\s*(?:-|–|\/|bis|to|tot|t\/m|à|a|y|e|et)\s*(\d{1,2}))?(?:[\s.]*(\p{L}+)\.?)?(?:[\s.]*\p{L}+\.?)?(?:\s*\([^()]*\))?\*?$/u;
/** The last result, because most rows of a shop say the same. */
let lastDays: { readonly text: string; readonly days: readonly [number, number] } = { text: '', days: [0, 0] };

/** Reads `2`, `1-3`, `1–3 Tage`, `48 h` or `2 Wochen`: working days, fewest and most. */
export function days(fields: Fields, field: string): readonly [number, number] | null {
  const text = fields[field]?.trim();
  if (text === undefined || text === '') return null;
  if (text === lastDays.text) return lastDays.days;
  const match = text.length > longestAmount ? null : daysWritten.exec(text);
  const unit = timeUnits.get(match?.[3]?.toLowerCase() ?? '');
  const inDays = (count = '') => Math.ceil(Number(count) * (unit ? workingDays[unit] : 1));
  const [low, high] = [inDays(match?.[1]), inDays(match?.[2] ?? match?.[1])];
  if (!match || high < low || high > 60) throw new RowError(field, text, 'is no number of days from 0 to 60');
  lastDays = { text, days: [low, high] };
  return lastDays.days;
}

/** A file in the shop's own documents, also in a folder below. */
const ownFile = /^\/(?!\.)[^\\?#%]+\.pdf$/i;

/** The address of a document: https, or a file of the shop. */
export function documentAddress(fields: Fields, field: string): string | null {
  const text = plainText(fields, field, 1000);
  if (text === null) return null;
  const file = text.startsWith(`${documentsPath}/`) ? text.slice(documentsPath.length) : '';
  if (ownFile.test(file) && !file.includes('..')) return text.split('/').map(encodeURIComponent).join('/');
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new RowError(field, text, `is no address that begins with https://, nor a PDF below ${documentsPath}/`);
  return url.href;
}
