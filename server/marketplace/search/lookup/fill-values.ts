import type { DatabaseSync } from 'node:sqlite';
import { languages } from '../../../contract/languages.js';
import type { CatalogueTables } from '../../catalogue-file/catalogue-tables.js';
import { decodeColumn } from '../../catalogue-file/leaf-format.js';
import {
  attributeLabel,
  attributeValue,
  type OwnAttributes,
  ownAttributesOf,
} from '../../catalogue-texts/own-attributes.js';
import { comparable, valueTerms, wordTerm } from '../words/value-terms.js';

/** Columns of a leaf that are no attributes. */
const apart = new Set(['id', 'brand', 'condition', 'delivery_country']);

/** Returns the search terms of a value: for places their name, for words those of each language. */
function termsOf(own: OwnAttributes, key: string, value: string, unit: string | null): string[] {
  if (key === 'place') return [`@${value}`];
  if (value === 'no') return [];
  const words = languages.flatMap((language) => {
    const word =
      value === 'yes' ? attributeLabel(own, key, language) : attributeValue(own, key, value, null, language).value;
    return /\d/.test(word) ? [] : [wordTerm(language, word)];
  });
  return [...valueTerms(value, unit), ...(unit === null ? new Set(words) : [])];
}

/**
 * Writes the search terms of the values of each leaf, so that a search of measures reads no leaf, and the units
 * (`*mm`). Run it after the columns of the leaves.
 */
export function fillValues(database: DatabaseSync): void {
  const insert = database.prepare('insert or ignore into search_value values (?, ?, ?, ?, ?)');
  const own = ownAttributesOf(
    database.prepare('select * from attribute').all() as unknown as CatalogueTables['attribute'][],
  );
  const columns = database.prepare('select * from leaf_column').iterate();
  for (const row of columns as Iterable<unknown> as Iterable<CatalogueTables['leaf_column']>) {
    if (apart.has(row.key)) continue;
    const { values } = decodeColumn(row.data);
    const units = new Set(values.map(([, unit]) => unit));
    for (const unit of units) if (unit) insert.run(`*${comparable(1, unit).unit}`, 0, '', '', 0);
    for (const [value, unit] of values) {
      // As in addresses: the same number in millimetres and in inches makes two values.
      const chosen = units.size > 1 && unit ? `${value} ${unit}` : value;
      for (const term of termsOf(own, row.key, value, unit))
        insert.run(term, row.category_id, row.key, chosen, row.position);
    }
  }
}
