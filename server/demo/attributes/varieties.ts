import { readTable } from '../../marketplace/program/data-table.js';
import type { AttributeRow } from './measure.js';

/** A variety in which a universal article is sold. */
export interface Variety {
  readonly attributes: readonly AttributeRow[];
  /** Follows the category's title. `{volume}` becomes a quantity in the reader's language. */
  readonly suffix: string;
  /** Its price relative to the median of its category. */
  readonly size: number;
  /** Litres or kilograms of goods sold by volume or weight, else null. */
  readonly content: number | null;
  readonly unit: 'l' | 'kg' | null;
}

/** Reads `watt=55|W;type=H7`: key, value and perhaps unit. */
function attributesIn(text: string): AttributeRow[] {
  return text.split(';').flatMap((each): AttributeRow[] => {
    const [, key, value, unit = null] = /^(\w+)=([^|]+)(?:\|(.+))?$/.exec(each) ?? [];
    return key === undefined || value === undefined ? [] : [[key, value, unit]];
  });
}

/** Varieties of universal leaves by category id. Any other leaf has plain articles. */
export function readVarieties(file: string): Map<number, Variety[]> {
  const varieties = new Map<number, Variety[]>();
  for (const row of readTable(file, ['leaf', 'name', 'contents', 'usual', 'unit', 'size', 'attributes'])) {
    const leaf = row.requiredNumber('leaf', 2, 1e9);
    const list = varieties.get(leaf) ?? [];
    varieties.set(leaf, list);
    const name = row.text('name');
    const size = row.requiredNumber('size', 0.01, 100);
    const attributes = attributesIn(row.text('attributes'));
    if (row.text('contents') === '') {
      list.push({ attributes, suffix: name, size, content: null, unit: null });
      continue;
    }
    const usual = row.requiredNumber('usual', 0.01, 100);
    const unit = row.oneOf('unit', ['l', 'kg']);
    for (const content of row.text('contents').split(' ').map(Number)) {
      list.push({
        attributes: [[unit === 'l' ? 'volume' : 'weight', String(content), unit], ...attributes],
        suffix: name ? `${name}, {volume}` : '{volume}',
        // Larger containers cost less per litre.
        size: (content / usual) ** 0.82 * size,
        content,
        unit,
      });
    }
  }
  return varieties;
}
