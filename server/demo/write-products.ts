import { languages } from '../contract/languages.js';
import { type IdRegistry, productNaturalKey } from '../marketplace/catalogue-file/ids.js';
import type { Brand } from './brands.js';
import { type Category, categoryText } from './categories.js';
import { writeDocuments } from './documents.js';
import { durabilityOf } from './durability.js';
import { goodsOf } from './goods.js';
import { normOf } from './part-numbers.js';
import { photosOf } from './photos.js';
import type { NumberedProduct, Product } from './products.js';
import type { SeededRandom } from './seeded-random.js';
import { warningsFor } from './texts/warnings.js';
import { tyreLabelOf } from './tyre-labels.js';
import type { BulkWriter, RowBuffer } from './writer.js';

/** Gives every product its id: brand and number decide (D50). */
export function numberProducts(products: readonly Product[], ids: IdRegistry): NumberedProduct[] {
  return products.map((product) => ({
    ...product,
    id: ids.idOf('product', productNaturalKey(product.brand.name, product.norm)),
  }));
}

/** @param counts products of each category, those of leaves below included */
export function writeCategories(
  categories: readonly Category[],
  counts: ReadonlyMap<Category, number>,
  writer: BulkWriter,
  dice: SeededRandom,
): void {
  for (const category of [...categories].sort((a, b) => a.id - b.id)) {
    writer.insert(
      'category',
      category.id,
      category.parent?.id ?? null,
      category.root?.id ?? null,
      category.level,
      category.leafNumber === null ? 0 : 1,
      category.universal ? 1 : 0,
      category.leafNumber,
      category.kind,
      category.popularity,
      counts.get(category) ?? 0,
      category.position,
      category.piece.usual,
      category.piece.perCylinder ? 1 : 0,
      JSON.stringify(category.piece.needs),
      JSON.stringify(category.piece.setOf),
    );
    for (const language of languages) {
      const { title, slug, seoText, description } = categoryText(category, language, dice.about('category', language));
      const single = category.piece.title[language];
      const singleTitle = single === title ? '' : single;
      writer.insert('category_text', category.id, language, title, slug, seoText, description, singleTitle);
    }
    for (const goods of goodsOf(category)) writer.insert('category_goods', category.id, goods);
  }
}

/** @param counts products of each brand */
export function writeBrands(brands: readonly Brand[], counts: ReadonlyMap<Brand, number>, writer: BulkWriter): void {
  for (const brand of [...brands].sort((a, b) => a.id - b.id)) {
    const { id, name, slug, description, address, email, euResponsible, country } = brand;
    const count = counts.get(brand) ?? 0;
    writer.insert('brand', id, name, slug, slug, description, address, email, euResponsible, count, country);
  }
}

/** Writes products with original numbers and documents, and the leaves in the order of the default sort. */
export function writeProducts(products: readonly NumberedProduct[], writer: BulkWriter, dice: SeededRandom): void {
  const ordered = [...products].sort((a, b) => a.id - b.id);
  const warnings = new Map<Category, string>();
  const fits = writer.rows('product_model', 3);
  for (const product of ordered) {
    let warning = warnings.get(product.category);
    if (warning === undefined) {
      warning = warningsFor(product.category);
      warnings.set(product.category, warning);
    }
    writer.insert(
      'product',
      product.id,
      product.brand.id,
      product.category.id,
      product.norm,
      product.articleNumber,
      product.ean,
      product.title,
      product.category.kind,
      product.place,
      product.condition,
      JSON.stringify(product.attributes),
      warning,
      product.baseAmount,
      product.baseUnit,
      product.popularity,
      photosOf(product, dice),
      durabilityOf(product, dice),
      'standard',
    );
    const label = tyreLabelOf(product, dice);
    if (label) writer.insert('tyre_label', product.id, ...label);
    const seen = new Set<string>();
    for (const { manufacturerId, number } of product.oe) {
      const norm = normOf(number);
      if (seen.has(`${manufacturerId}|${norm}`)) continue;
      seen.add(`${manufacturerId}|${norm}`);
      writer.insert('oe_number', product.id, manufacturerId, number, norm);
    }
    for (const [model, note] of product.fits) fits.add(product.id, model.number, note, 0);
    writeDocuments(product, writer, dice);
  }
  fits.end();
  const ranks = new Map<number, number>();
  const byLeaf = [...ordered].sort(
    (a, b) => a.category.id - b.category.id || b.popularity - a.popularity || a.id - b.id,
  );
  for (const product of byLeaf) {
    const rank = (ranks.get(product.category.id) ?? 0) + 1;
    ranks.set(product.category.id, rank);
    writer.insert('leaf_product', product.category.id, rank, product.id);
  }
}

/** Products and their notes by a part of the vehicle tree; added in their order, they leave sorted by that part. */
class Fitments {
  readonly #byId: number[][] = [];

  /** @param product its place among the products */
  add(id: number, product: number, note: number): void {
    const known = this.#byId[id];
    if (known) known.push(product, note);
    else this.#byId[id] = [product, note];
  }

  /** Adds a product that this part did not receive last. */
  addOnce(id: number, product: number): void {
    const known = this.#byId[id];
    if (known?.[known.length - 2] !== product) this.add(id, product, 0);
  }

  /** @returns how many rows */
  write(rows: RowBuffer, products: readonly NumberedProduct[]): number {
    let count = 0;
    this.#byId.forEach((fits, id) => {
      for (let at = 0; at < fits.length; at += 2) {
        const product = products[fits[at] ?? 0];
        if (product) rows.add(id, product.category.id, product.id, fits[at + 1] ?? 0);
      }
      count += fits.length / 2;
    });
    rows.end();
    return count;
  }
}

/**
 * Writes which part fits which car by car, by series page and by maker. Sorts the products once instead of their
 * fitments, which are a hundred times as many.
 *
 * @returns how many fitments
 */
export function writeFitment(products: readonly NumberedProduct[], writer: BulkWriter): number {
  const [cars, pages, makers] = [new Fitments(), new Fitments(), new Fitments()];
  const sorted = [...products].sort((a, b) => a.category.id - b.category.id || a.id - b.id);
  for (const [place, { fits }] of sorted.entries()) {
    for (const [{ number, series }, note] of fits) {
      cars.add(number, place, note);
      pages.addOnce(series.page.id, place);
      makers.addOnce(series.make.id, place);
    }
  }
  pages.write(writer.rows('fitment_series_page', 3), sorted);
  makers.write(writer.rows('fitment_manufacturer', 3), sorted);
  return cars.write(writer.rows('fitment', 4), sorted);
}

/**
 * The same from the tables, where memory does not hold the products at once.
 *
 * @returns how many fitments
 */
export function writeFitmentOfTables(writer: BulkWriter): number {
  const { changes } = writer.database
    .prepare(
      `insert into fitment select model_number, category_id, product_id, note_id
       from product_model join product on product.id = product_id order by 1, 2, 3`,
    )
    .run();
  // Each from the one before, which is smaller and already in order.
  writer.database.exec(`
    insert into fitment_series_page select distinct series_page_id, category_id, product_id
      from fitment join model on number = model_number order by 1, 2, 3;
    insert into fitment_manufacturer select distinct manufacturer_id, category_id, product_id
      from fitment_series_page join (select distinct series_page_id as page, manufacturer_id from model)
      on page = series_page_id order by 1, 2, 3;
  `);
  return Number(changes);
}

export function writeNotes(notes: readonly [number, string][], writer: BulkWriter): void {
  for (const [id, text] of notes) writer.insert('fit_note', id, text);
}
