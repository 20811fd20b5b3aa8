import type { DatabaseSync } from 'node:sqlite';
import { kinds } from '../../drawings/kinds.js';
import { approvalsOf, joinApprovals } from '../catalogue-file/approvals.js';
import type { CatalogueTables } from '../catalogue-file/catalogue-tables.js';
import { type OwnAttribute, ownAttributesOf } from '../catalogue-texts/own-attributes.js';
import { attributeLabels } from '../catalogue-texts/own-texts.js';
import { nameKey } from '../offer-store/name-key.js';
import words from './reading/data/words.json' with { type: 'json' };
import { IncompleteRow, RowError } from './reading/import-errors.js';
import type { Fields } from './reading/records.js';
import { isYes, meaningsIn, plainText } from './values.js';

/** An attribute as the catalogue stores it. */
export type StoredAttribute = [key: string, value: string, unit: string | null];

/** The operator's own attributes, by code and by label in any language. */
export class DefinedAttributes {
  /** Values that their attribute does not allow. The caller reports and empties the list. */
  readonly lacks: RowError[] = [];
  readonly #byName = new Map<string, OwnAttribute>();

  /** @param database null = no attribute is defined */
  constructor(database: DatabaseSync | null) {
    const rows = database?.prepare('select * from attribute order by code').all() ?? [];
    const own = [...ownAttributesOf(rows as unknown as CatalogueTables['attribute'][]).values()];
    for (const each of own)
      for (const name of Object.values(each.labels))
        if (!this.#byName.has(nameKey(name))) this.#byName.set(nameKey(name), each);
    for (const each of own) this.#byName.set(nameKey(each.code), each);
  }

  find(name: string): OwnAttribute | undefined {
    return this.#byName.size === 0 ? undefined : this.#byName.get(nameKey(name));
  }

  /**
   * Reads a value; one that the attribute does not allow goes into `lacks`.
   * @param unitOfName unit in the column's name, as in `Höhe [mm]`
   */
  read(attribute: OwnAttribute, text: string, unitOfName: string | null): StoredAttribute[] {
    const found = attributeValueOf(attribute, text, unitOfName);
    if (typeof found !== 'string') return [[attribute.code, found.value, attribute.unit]];
    this.lacks.push(new IncompleteRow('attributes', `${attribute.code}=${text}`, `${found}; it is left out`));
    return [];
  }
}

export const noneDefined = new DefinedAttributes(null);

/** @returns the stored value, or the reason why it is not allowed */
function attributeValueOf(
  { kind, unit, choices }: OwnAttribute,
  text: string,
  unitOfName: string | null,
): { value: string } | string {
  switch (kind) {
    case 'text':
      return text.length > 120 ? 'has a value of more than 120 signs' : { value: text };
    case 'yes-no':
      return yesNoValue(text);
    case 'choice': {
      const name = nameKey(text);
      for (const [code, labels] of choices)
        if ([code, ...Object.values(labels)].some((each) => nameKey(each) === name)) return { value: code };
      return `is not one of ${[...choices.keys()].join(', ')}`;
    }
    case 'number': {
      const [, number = '', behind = ''] = /^([+-]?\d{1,12}(?:[.,]\d{1,6})?)\s*(.*)$/.exec(text) ?? [];
      const given = behind || unitOfName;
      if (number === '') return 'is no number';
      if (given && given !== unit)
        return unit === null ? 'has a unit, which the attribute has not' : `is not in ${unit}`;
      return { value: String(Number(number.replace(',', '.'))) };
    }
  }
}

function yesNoValue(text: string): { value: string } | string {
  try {
    return { value: isYes({ text }, 'text') === 1 ? 'yes' : 'no' };
  } catch (error) {
    if (error instanceof RowError) return error.reason;
    throw error;
  }
}

const longestName = 80;
/** The longest value that a listing can filter by. */
const longestValue = 120;
/** An oil has many approvals; listings filter by each of them. */
const longestApprovals = 800;
const unit = words.units;
/** `79 mm`, `79,5mm`, `5-9 bar`. */
const withUnit = new RegExp(`^(.+?)(?:\\s+|(?<=^-?[\\d.,]+))(${unit})$`);
/** `Höhe [mm]`, `Höhe (mm)`, `Höhe in mm`. */
const nameWithUnit = new RegExp(`^(.+?)\\s*(?:[[(]\\s*(?:in )?(${unit})\\s*[\\])]|\\bin (${unit}))$`);

/** Spells a German name without umlauts and ß. */
const plain = (name: string): string =>
  name.replace(/[äöüß]/gi, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[letter.toLowerCase()] ?? letter);

const otherNames: Readonly<Record<string, string>> = words.attributeNames;

/** Keys by their labels in five languages. One label may belong to several keys. */
const keysByName: ReadonlyMap<string, readonly string[]> = (() => {
  const keys = new Map<string, string[]>();
  for (const [key, labels] of Object.entries(attributeLabels))
    for (const name of new Set(
      [key, ...Object.values(labels), plain(labels.de), ...(otherNames[key]?.split('|') ?? [])].map(nameKey),
    ))
      keys.set(name, [...(keys.get(name) ?? []), key]);
  return keys;
})();

/** Finds the key that has labels in all languages; undefined = the name is the feed's own. */
function knownKey(name: string, kind: string): string | undefined {
  if (Object.hasOwn(attributeLabels, name)) return name;
  const keys = keysByName.get(nameKey(name)) ?? [];
  const drawn = kinds.get(kind)?.parameters ?? {};
  return keys.find((key) => Object.hasOwn(drawn, key)) ?? keys.find((key) => nameKey(key) === nameKey(name)) ?? keys[0];
}

const yesOrNo = meaningsIn(words.yesOrNoOfAttributes);

/** Writes a value as listings compare it: decimal point, one spelling of viscosities, one word for yes. */
function storedValue(key: string | undefined, text: string): string {
  if (/^-?\d{1,9},\d{1,4}$/.test(text)) return text.replace(',', '.');
  if (key === undefined) return text;
  if (key === 'approval') return joinApprovals(approvalsOf(text));
  if (key === 'viscosity') return text.replace(/^(\d{1,2})\s*W[\s-]*(\d{2})$/i, '$1W$2');
  return yesOrNo.get(text.toLowerCase()) ?? text;
}

/** Joins two values of one attribute: the first one counts, approvals add up. */
function together(known: StoredAttribute | undefined, other: StoredAttribute): StoredAttribute {
  if (!known) return other;
  return known[0] === 'approval' ? [known[0], joinApprovals(approvalsOf(`${known[1]}, ${other[1]}`)), null] : known;
}

/** Splits `name=value`, `name: value`, or Google's `section:name:value`. */
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
  // Exports name every column, also when it is empty for this part.
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
  const most = key === 'approval' ? longestApprovals : longestValue;
  if (value.length > most) throw new RowError('attributes', entry, `has a value of more than ${most} signs`);
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
 * Reads `Höhe [mm]=79; holes=5`. A name that the shop has a label for, in any language, becomes the shop's key; other
 * names are shown as written.
 * @param kind drawing of the category, which decides between two meanings of a word
 * @param own the operator's attributes
 */
export function attributesOf(fields: Fields, kind: string, own = noneDefined): string | null {
  const text = plainText(fields, 'attributes', 8000);
  if (text === null) return null;
  // Values contain bars and commas, too. Only one before another name ends an entry.
  const entries = text.split(/;|\|(?=[^|:=;]+[:=])|,(?=\s*[^\s\d,:=;|][^,:=;|]*[:=])/);
  const seen = new Map<string, StoredAttribute>();
  for (const entry of entries)
    if (entry.trim() !== '')
      for (const attribute of attributeOf(entry.trim(), kind, own))
        seen.set(attribute[0], together(seen.get(attribute[0]), attribute));
  return JSON.stringify([...seen.values()]);
}
