import type { DatabaseSync } from 'node:sqlite';
import { putRow } from './put-row.js';
import { RowError } from './reading/import-errors.js';
import type { Fields } from './reading/records.js';
import { isYes, plainText, whole } from './values.js';

type GivenLabel = ReturnType<TyreLabels['read']>;

/**
 * Labels of tyres (Regulation (EU) 2020/740). A row has a whole label or changes parts of a known one. A tyre with an
 * incomplete label is not sold. Google's energy class of other goods is ignored.
 */
export class TyreLabels {
  readonly #tyres: ReadonlySet<number>;

  constructor(private readonly database: DatabaseSync) {
    const rows = database.prepare("select category_id as id from category_goods where goods = 'tyre'").all();
    this.#tyres = new Set(rows.map(({ id }) => Number(id)));
  }

  /** Reads the label in a row; null if the leaf has no tyres. */
  read(fields: Fields, leafId: number) {
    if (!this.#tyres.has(leafId)) return null;
    return {
      fuel: classOf(fields, 'fuel_class', 'ABCDE'),
      wetGrip: classOf(fields, 'wet_grip_class', 'ABCDE'),
      noise: noiseOf(fields),
      noiseClass: classOf(fields, 'noise_class', 'ABC'),
      snow: isYes(fields, 'snow'),
      ice: isYes(fields, 'ice'),
      eprel: registerNumber(fields),
    };
  }

  /** @returns whether the label has changed */
  write(productId: number, given: GivenLabel): boolean {
    if (!given) return false;
    const known = this.database.prepare('select * from tyre_label where product_id = ?').get(productId);
    const label = {
      product_id: productId,
      fuel: given.fuel ?? known?.fuel ?? null,
      wet_grip: given.wetGrip ?? known?.wet_grip ?? null,
      noise: given.noise ?? known?.noise ?? null,
      noise_class: given.noiseClass ?? known?.noise_class ?? null,
      snow: given.snow ?? known?.snow ?? 0,
      ice: given.ice ?? known?.ice ?? 0,
      eprel: given.eprel ?? known?.eprel ?? null,
    };
    return !Object.values(label).includes(null) && putRow(this.database, 'tyre_label', known, label);
  }
}

function classOf(fields: Fields, field: string, classes: string): string | null {
  const text = plainText(fields, field, 20)?.toUpperCase() ?? null;
  if (text !== null && (text.length !== 1 || !classes.includes(text)))
    throw new RowError(field, text, `is not one of ${[...classes].join(', ')}`);
  return text;
}

/** Reads `71` or `71 dB(A)`. */
export const noiseOf = ({ noise = '' }: Fields): number | null =>
  whole({ noise: noise.trim().replace(/dB(\(A\))?$/i, '') }, 'noise', 40, 99);

/** Number in the EU's register: alone, as the end of its address, or as Google's `EC:EPREL:123456`. */
function registerNumber(fields: Fields): string | null {
  const text = plainText(fields, 'eprel', 200);
  if (text === null) return null;
  const found = /^(?:EC:EPREL:|https:\/\/eprel\.ec\.europa\.eu\/\S*?\/)?(\d{1,10})$/i.exec(text)?.[1];
  if (found === undefined) throw new RowError('eprel', text, 'is no number of the register EPREL');
  return found;
}
