import { kinds } from '../../drawings/kinds.js';
import { attributeLabels } from '../catalogue/own-texts.js';
import { RowError } from './import-errors.js';
import { nameKey } from './known-brands.js';
import type { FeedRecord } from './reading/records.js';
import { plainText } from './values.js';

/** An attribute as the catalogue keeps it. */
type StoredAttribute = [key: string, value: string, unit: string | null];

const longestName = 80;
/** Values are what listings filter by, and that is as long as one of them may be there. */
const longestValue = 120;
const units = ['mm', 'cm', 'm', 'kg', 'g', 'l', 'ml', 'V', 'A', 'Ah', 'W', 'kW', 'bar', '°', '°C', 'K', 'Nm', 'Ohm'];
const unit = units.join('|');
/** `79 mm`, `79,5mm`, `5-9 bar`. */
const withUnit = new RegExp(`^(.+?)(?:\\s+|(?<=^-?[\\d.,]+))(${unit})$`);
/** `Höhe [mm]`, `Höhe (mm)`, `Höhe in mm`. */
const nameWithUnit = new RegExp(`^(.+?)\\s*(?:[[(]\\s*(?:in )?(${unit})\\s*[\\])]|\\bin (${unit}))$`);

/** Spellings of a German name without its own letters. */
const plain = (name: string): string =>
  name.replace(/[äöüß]/gi, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[letter.toLowerCase()] ?? letter);

/** Keys that the shop has a label for, by their labels in the five languages; several where a word is the label of each. */
const keysByName: ReadonlyMap<string, readonly string[]> = (() => {
  const keys = new Map<string, string[]>();
  for (const [key, labels] of Object.entries(attributeLabels))
    for (const name of new Set([key, ...Object.values(labels), plain(labels.de)].map(nameKey)))
      keys.set(name, [...(keys.get(name) ?? []), key]);
  return keys;
})();

/** The key of a name, so that it is shown in the language of each reader; undefined for a name of the feed's own. */
function knownKey(name: string, kind: string): string | undefined {
  if (Object.hasOwn(attributeLabels, name)) return name;
  const keys = keysByName.get(nameKey(name)) ?? [];
  const drawn: object = Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds].parameters : {};
  return keys.find((key) => Object.hasOwn(drawn, key)) ?? keys.find((key) => nameKey(key) === nameKey(name)) ?? keys[0];
}

const yes = new Set(['ja', 'oui', 'sí', 'sì', 'yes']);
const no = new Set(['nein', 'non', 'no', 'nee']);

/** Values as listings compare them: a decimal point, one spelling of viscosities, one word for yes in all languages. */
function storedValue(key: string | undefined, text: string): string {
  if (/^-?\d{1,9},\d{1,4}$/.test(text)) return text.replace(',', '.');
  if (key === undefined) return text;
  if (key === 'viscosity') return text.replace(/^(\d{1,2})\s*W[\s-]*(\d{2})$/i, '$1W$2');
  const word = text.toLowerCase();
  return yes.has(word) ? 'yes' : no.has(word) ? 'no' : text;
}

/** Name and value as they are written: `name=value`, `name: value`, or Google's `section:name:value`. */
function pairOf(entry: string): [name: string, value: string] {
  const at = entry.indexOf('=');
  if (at > 0) return [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
  const parts = entry.split(':').map((part) => part.trim());
  const [name = '', value = ''] = parts.slice(parts.length > 2 ? 1 : 0);
  if (at === 0 || parts.length < 2 || parts.length > 3 || name === '')
    throw new RowError('attributes', entry, 'is not written as name=value unit');
  return [name, value];
}

function attributeOf(entry: string, kind: string): StoredAttribute[] {
  const [written, content] = pairOf(entry);
  // An export names each of its columns, also where a part has nothing in it.
  if (content === '') return [];
  if (written.length > longestName)
    throw new RowError('attributes', entry, `has a name of more than ${longestName} signs`);
  const whole = knownKey(written, kind);
  const split = whole === undefined ? nameWithUnit.exec(written) : null;
  const name = split?.[1] ?? written;
  const key = whole ?? knownKey(name, kind);
  const measured = withUnit.exec(content);
  const value = storedValue(key, measured?.[1] ?? content);
  if (value.length > longestValue)
    throw new RowError('attributes', entry, `has a value of more than ${longestValue} signs`);
  return [[key ?? name, value, measured?.[2] ?? split?.[2] ?? split?.[3] ?? null]];
}

/**
 * `Höhe [mm]=79; holes=5` as the catalogue keeps it. Names may be any words; those that the shop has a label for, in
 * any of its languages, become its own, and the others are shown as they are written.
 * @param kind drawing of the category, which tells two meanings of a word apart
 * @throws RowError where an entry is no name with a value
 */
export function attributesOf(fields: FeedRecord['fields'], kind: string): string | null {
  const text = plainText(fields, 'attributes', 8000);
  if (text === null) return null;
  // Google separates with commas, which stand in values as well: one that ends an entry has another name behind it.
  const entries = text.includes('=') || text.includes(';') ? text.split(';') : text.split(/,(?=[^,:]*:)/);
  const seen = new Map<string, StoredAttribute>();
  for (const entry of entries)
    if (entry.trim() !== '')
      for (const attribute of attributeOf(entry.trim(), kind))
        if (!seen.has(attribute[0])) seen.set(attribute[0], attribute);
  return JSON.stringify([...seen.values()]);
}
