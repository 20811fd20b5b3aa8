import type { DatabaseSync } from 'node:sqlite';
import type { CatalogueTables } from '../catalogue-file/catalogue-tables.js';
import { type OwnAttribute, ownAttributesOf } from '../catalogue-texts/own-attributes.js';
import { nameKey } from '../offer-store/name-key.js';
import { IncompleteRow, RowError } from './reading/import-errors.js';
import { isYes } from './values.js';

/** An attribute as the catalogue keeps it. */
export type StoredAttribute = [key: string, value: string, unit: string | null];

/** Attributes that the operator has defined, by their codes and by their labels in any language. */
export class DefinedAttributes {
  /** Values of rows that their attribute does not allow; the caller reports them and takes them out. */
  readonly lacks: RowError[] = [];
  readonly #byName = new Map<string, OwnAttribute>();

  /** @param database null = nothing is defined */
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
   * @param unitOfName as in `Höhe [mm]`
   * @returns nothing where the attribute does not allow the value; `lacks` has the reason then
   */
  read(attribute: OwnAttribute, text: string, unitOfName: string | null): StoredAttribute[] {
    const found = attributeValueOf(attribute, text, unitOfName);
    if (typeof found !== 'string') return [[attribute.code, found.value, attribute.unit]];
    this.lacks.push(new IncompleteRow('attributes', `${attribute.code}=${text}`, `${found}; it is left out`));
    return [];
  }
}

export const noneDefined = new DefinedAttributes(null);

/** @returns a sentence where it is no value of the attribute */
function attributeValueOf(
  { kind, unit, choices }: OwnAttribute,
  text: string,
  unitOfName: string | null,
): { value: string } | string {
  switch (kind) {
    case 'text':
      return text.length > 120 ? 'has a value of more than 120 signs' : { value: text };
    case 'yes-no':
      return yesOrNo(text);
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

function yesOrNo(text: string): { value: string } | string {
  try {
    return { value: isYes({ text }, 'text') === 1 ? 'yes' : 'no' };
  } catch (error) {
    if (error instanceof RowError) return error.reason;
    throw error;
  }
}
