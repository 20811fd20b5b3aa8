import type { NumberedProduct, Product } from '../products.js';
import type { BulkWriter } from '../writer.js';

/** Room for numbers that grows by doubling; eight bytes each, where an array of rows would take a hundred. */
class Packed {
  #values = new Float64Array(1 << 20);
  #length = 0;

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  sorted(): Float64Array {
    return this.#values.subarray(0, this.#length).sort();
  }
}

/** Two whole numbers and a note in one float: 14 + 22 + 17 bits fill its 53. */
const productRange = 2 ** 22;
const noteRange = 2 ** 17;
const modelRange = 2 ** 14;

/** Collects which part fits which car, and writes it in the order of each table's key when all parts are known. */
export class FitmentRows {
  readonly #fits = new Packed();
  readonly #pages = new Packed();
  readonly #makers = new Packed();
  readonly #categories = new Map<number, number>();

  /** @throws RangeError for more than 16,383 models, four million product ids or 131,071 notes */
  add(products: readonly NumberedProduct[], writer: BulkWriter): void {
    for (const product of products) {
      if (product.id >= productRange)
        throw new RangeError(`product id ${product.id} is too large for a catalogue at scale`);
      this.#categories.set(product.id, product.category.id);
      const rows = product.fits.map(([model, note]) => [model.number, note] as const).sort((a, b) => a[0] - b[0]);
      for (const [model, note] of rows) {
        if (model >= modelRange || note >= noteRange)
          throw new RangeError(`model ${model} or note ${note} is too large`);
        writer.insert('product_model', product.id, model, note);
        this.#fits.push((model * productRange + product.id) * noteRange + note);
      }
      for (const page of ownersOf(product, (model) => model.series.page.id))
        this.#pages.push(page * productRange + product.id);
      for (const maker of ownersOf(product, (model) => model.series.make.id))
        this.#makers.push(maker * productRange + product.id);
    }
  }

  /** Writes everything but `product_model`. @returns how many fitments there are */
  finish(writer: BulkWriter): number {
    const fits = this.#fits.sorted();
    for (const packed of fits) {
      const note = packed % noteRange;
      const rest = (packed - note) / noteRange;
      const product = rest % productRange;
      writer.insert('fitment', (rest - product) / productRange, this.#categories.get(product) ?? 0, product, note);
    }
    this.#writeSpans(this.#pages, 'fitment_series_page', writer);
    this.#writeSpans(this.#makers, 'fitment_manufacturer', writer);
    return fits.length;
  }

  #writeSpans(spans: Packed, table: string, writer: BulkWriter): void {
    for (const packed of spans.sorted()) {
      const product = packed % productRange;
      writer.insert(table, (packed - product) / productRange, this.#categories.get(product) ?? 0, product);
    }
  }
}

function ownersOf(product: Product, ownerOf: (model: Product['fits'][number][0]) => number): Set<number> {
  return new Set(product.fits.map(([model]) => ownerOf(model)));
}
