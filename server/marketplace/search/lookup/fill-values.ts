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

/** Terms of a value: of a place its name, of words how each language says them. */
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
 * Writes by what the values of each leaf are looked up, so that a search reads measures without reading leaves, and the
 * units that there are (`*mm`). Run when
 * the columns of the leaves are in.
 */
export function fillValues(database: DatabaseSync): void {
  const insert = database.prepare('insert or ignore into search_value values (?, ?, ?, ?, ?)');
  const own = ownAttributesOf(
    database.prepare('select * from attribute').all() as unknown as CatalogueTables['attribute'][],
  );
  const columns = database.prepare('select category_id, key, position, data from leaf_column');
  for (const row of columns.iterate() as Iterable<unknown> as Iterable<{
    category_id: number;
    key: string;
    position: number;
    data: Uint8Array;
  }>) {
    if (apart.has(row.key)) continue;
    const { values } = decodeColumn(row.data);
    const units = new Set(values.map(([, unit]) => unit));
    for (const unit of units) if (unit) insert.run(`*${comparable(1, unit).unit}`, 0, '', '', 0);
    for (const [value, unit] of values) {
      // As it stands in an address: the same number in millimetres and in inches are two values.
      const chosen = units.size > 1 && unit ? `${value} ${unit}` : value;
      for (const term of termsOf(own, row.key, value, unit))
        insert.run(term, row.category_id, row.key, chosen, row.position);
    }
  }
}
