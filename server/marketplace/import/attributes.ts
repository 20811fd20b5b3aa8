import { kinds } from '../../drawings/kinds.js';
import { approvalsOf, joinApprovals } from '../catalogue-file/approvals.js';
import { attributeLabels } from '../catalogue-texts/own-texts.js';
import { nameKey } from '../offer-store/name-key.js';
import { type DefinedAttributes, noneDefined, type StoredAttribute } from './defined-attributes.js';
import words from './reading/data/words.json' with { type: 'json' };
import { IncompleteRow, RowError } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';
import { meaningsIn, plainText } from './values.js';

const longestName = 80;
/** Values are what listings filter by, and that is as long as one of them may be there. */
const longestValue = 120;
/** An oil has many, each of which is a value of its own to listings. */
const longestApprovals = 800;
/** Units that are distinguished from the value that they stand behind. */
const unit = words.units;
/** `79 mm`, `79,5mm`, `5-9 bar`. */
const withUnit = new RegExp(`^(.+?)(?:\\s+|(?<=^-?[\\d.,]+))(${unit})$`);
/** `Höhe [mm]`, `Höhe (mm)`, `Höhe in mm`. */
const nameWithUnit = new RegExp(`^(.+?)\\s*(?:[[(]\\s*(?:in )?(${unit})\\s*[\\])]|\\bin (${unit}))$`);

/** Spellings of a German name without its own letters. */
const plain = (name: string): string =>
  name.replace(/[äöüß]/gi, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[letter.toLowerCase()] ?? letter);

/** Further names of attributes. */
const otherNames: Readonly<Record<string, string>> = words.attributeNames;

/**
 * Keys that the shop has a label for, by their labels in the five languages; several where a word is the label of each.
 */
const keysByName: ReadonlyMap<string, readonly string[]> = (() => {
  const keys = new Map<string, string[]>();
  for (const [key, labels] of Object.entries(attributeLabels))
    for (const name of new Set(
      [key, ...Object.values(labels), plain(labels.de), ...(otherNames[key]?.split('|') ?? [])].map(nameKey),
    ))
      keys.set(name, [...(keys.get(name) ?? []), key]);
  return keys;
})();

/** The key of a name, so that it is shown in the language of each reader; undefined for a name of the feed's own. */
function knownKey(name: string, kind: string): string | undefined {
  if (Object.hasOwn(attributeLabels, name)) return name;
  const keys = keysByName.get(nameKey(name)) ?? [];
  const drawn = kinds.get(kind)?.parameters ?? {};
  return keys.find((key) => Object.hasOwn(drawn, key)) ?? keys.find((key) => nameKey(key) === nameKey(name)) ?? keys[0];
}

const yesOrNo = meaningsIn(words.yesOrNoOfAttributes);

/** Values as listings compare them: a decimal point, one spelling of viscosities, one word for yes in all languages. */
function storedValue(key: string | undefined, text: string): string {
  if (/^-?\d{1,9},\d{1,4}$/.test(text)) return text.replace(',', '.');
  if (key === undefined) return text;
  if (key === 'approval') return joinApprovals(approvalsOf(text));
  if (key === 'viscosity') return text.replace(/^(\d{1,2})\s*W[\s-]*(\d{2})$/i, '$1W$2');
  return yesOrNo.get(text.toLowerCase()) ?? text;
}

/** Of one attribute that is named twice the first counts; approvals add up. */
function together(known: StoredAttribute | undefined, other: StoredAttribute): StoredAttribute {
  if (!known) return other;
  return known[0] === 'approval' ? [known[0], joinApprovals(approvalsOf(`${known[1]}, ${other[1]}`)), null] : known;
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

function attributeOf(entry: string, kind: string, own: DefinedAttributes): StoredAttribute[] {
  const [written, content] = pairOf(entry);
  // An export names each of its columns, also where a part has nothing in it.
  if (content === '') return [];
  if (written.length > longestName)
    throw new RowError('attributes', entry, `has a name of more than ${longestName} signs`);
  const bare = nameWithUnit.exec(written);
  const defined = own.find(written) ?? (bare ? own.find(bare[1] ?? '') : undefined);
  if (defined) return own.read(defined, content, bare?.[2] ?? bare?.[3] ?? null);
  const whole = knownKey(written, kind);
  const split = whole === undefined ? bare : null;
  const name = split?.[1] ?? written;
  const key = whole ?? knownKey(name, kind);
  const measured = withUnit.exec(content);
  const value = storedValue(key, measured?.[1] ?? content);
  if (value.length > (key === 'approval' ? longestApprovals : longestValue))
    throw new RowError('attributes', entry, `has a value of more than ${longestValue} signs`);
  return [[key ?? name, value, measured?.[2] ?? split?.[2] ?? split?.[3] ?? null]];
}

const countOfPieces = new RegExp(`^(\\d+)\\s*(?:${words.pieces})(?![\\p{L}])`, 'iu');

/** Pieces that a scope states; undefined for a set and other words. */
const piecesOf = (scope: string): string | undefined =>
  ({ one: '1', pair: '2' })[scope] ?? countOfPieces.exec(scope)?.[1];

/**
 * Attributes with the pieces in a pack, by which prices count. A scope that states another number is left out.
 * @param attributes as the catalogue keeps them
 * @param size of the column `pack_size`; null where the row has none
 * @param lacks gets the contradiction
 */
export function withPackSize(attributes: string, size: number | null, lacks: RowError[]): string {
  const all = new Map((JSON.parse(attributes) as StoredAttribute[]).map((each) => [each[0], each]));
  if (size !== null) {
    all.delete('packSize');
    all.set('packSize', ['packSize', String(size), null]);
  }
  const [pack, scope = ''] = [all.get('packSize')?.[1], all.get('scope')?.[1]];
  const pieces = piecesOf(scope);
  if (pack !== undefined && pieces !== undefined && pieces !== pack) {
    all.delete('scope');
    lacks.push(new IncompleteRow('attributes', `scope=${scope}`, `contradicts pack_size ${pack}; it is left out`));
  }
  return JSON.stringify([...all.values()]);
}

/**
 * `Höhe [mm]=79; holes=5` as the catalogue keeps it. Names may be any words; those that the shop has a label for, in
 * any of its languages, become its own, and the others are shown as they are written.
 * @param kind drawing of the category, which decides between two meanings of a word
 * @param own attributes that the operator has defined; a value that they do not allow is left out and reported
 * @throws RowError where an entry is no name with a value
 */
export function attributesOf(fields: FeedRecord['fields'], kind: string, own = noneDefined): string | null {
  const text = plainText(fields, 'attributes', 8000);
  if (text === null) return null;
  // Google separates with commas, which stand in values as well: one that ends an entry has another name behind it.
  const entries = text.includes('=') || text.includes(';') ? text.split(';') : text.split(/,(?=[^,:]*:)/);
  const seen = new Map<string, StoredAttribute>();
  for (const entry of entries)
    if (entry.trim() !== '')
      for (const attribute of attributeOf(entry.trim(), kind, own))
        seen.set(attribute[0], together(seen.get(attribute[0]), attribute));
  return JSON.stringify([...seen.values()]);
}
