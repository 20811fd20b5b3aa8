import type { DatabaseSync } from 'node:sqlite';
import { putRow } from './put-row.js';
import { RowError } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';
import { isYes, plainText, whole } from './values.js';

type Fields = FeedRecord['fields'];
type GivenLabel = ReturnType<TyreLabels['read']>;

/**
 * Labels of tyres (Regulation (EU) 2020/740). A row gives the whole of a label or changes a part of a known one; what
 * is not whole then is no label, and the tyre is not sold (`offer-errors.ts`). The energy class that Google has for
 * other goods is left out.
 */
export class TyreLabels {
  readonly #tyres: ReadonlySet<number>;

  constructor(private readonly database: DatabaseSync) {
    const rows = database.prepare("select category_id as id from category_goods where goods = 'tyre'").all();
    this.#tyres = new Set(rows.map(({ id }) => Number(id)));
  }

  /**
   * The label in a row; null = not given.
   * @returns null where the leaf has no tyres
   * @throws RowError for a value that no label has
   */
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

  /** @returns whether the label is another than before */
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

/** `71`, `71 dB(A)`. @throws RowError */
export const noiseOf = ({ noise = '' }: Fields): number | null =>
  whole({ noise: noise.trim().replace(/dB(\(A\))?$/i, '') }, 'noise', 40, 99);

/** The number in the Union's register, bare, as the end of its address, or as Google writes it: `EC:EPREL:123456`. */
function registerNumber(fields: Fields): string | null {
  const text = plainText(fields, 'eprel', 200);
  if (text === null) return null;
  const found = /^(?:EC:EPREL:|https:\/\/eprel\.ec\.europa\.eu\/\S*?\/)?(\d{1,10})$/i.exec(text)?.[1];
  if (found === undefined) throw new RowError('eprel', text, 'is no number of the register EPREL');
  return found;
}
