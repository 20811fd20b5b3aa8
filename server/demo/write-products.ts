import { languages } from '../contract/languages.js';
import { type IdRegistry, productNaturalKey } from '../marketplace/catalogue-file/ids.js';
import { readTable } from '../marketplace/program/data-table.js';
import type { Brand } from './brands.js';
import { type Category, categoryText, warningsOf } from './categories.js';
import { normOf } from './part-numbers.js';
import { durabilityOf, photosOf, tyreLabelOf, writeDocuments } from './product-details.js';
import type { NumberedProduct, Product } from './products.js';
import type { SeededRandom } from './seeded-random.js';
import type { BulkWriter } from './writer.js';

/** Gives every product its id: brand and number decide (D50). */
export function numberProducts(products: readonly Product[], ids: IdRegistry): NumberedProduct[] {
  return products.map((product) => ({
    ...product,
    id: ids.idOf('product', productNaturalKey(product.brand.name, product.norm)),
  }));
}

/** Written products by their value of a column. */
function countProducts(column: 'category_id' | 'brand_id', { database }: BulkWriter): ReadonlyMap<number, number> {
  const rows = database.prepare(`select ${column} as id, count(*) as products from product group by 1`).all();
  return new Map(rows.map(({ id, products }) => [Number(id), Number(products)]));
}

/** Writes the categories with the numbers of their products, which must be there already. */
export function writeCategories(categories: readonly Category[], writer: BulkWriter, dice: SeededRandom): void {
  const own = countProducts('category_id', writer);
  const countOf = ({ id, children }: Category): number =>
    children.reduce((sum, child) => sum + countOf(child), own.get(id) ?? 0);
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
      countOf(category),
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
    for (const goods of category.goods) writer.insert('category_goods', category.id, goods);
  }
}

/** Writes the brands with the numbers of their products, which must be there already. */
export function writeBrands(brands: readonly Brand[], writer: BulkWriter): void {
  const counts = countProducts('brand_id', writer);
  for (const brand of [...brands].sort((a, b) => a.id - b.id)) {
    const { id, name, slug, description, address, email, euResponsible, country } = brand;
    const count = counts.get(id) ?? 0;
    writer.insert('brand', id, name, slug, slug, description, address, email, euResponsible, count, country);
  }
}

/** Writes products with original numbers and documents, and the leaves in the order of the default sort. */
export function writeProducts(products: readonly NumberedProduct[], writer: BulkWriter, dice: SeededRandom): void {
  const ordered = [...products].sort((a, b) => a.id - b.id);
  const warnings = new Map<Category, string>();
  for (const product of ordered) {
    let warning = warnings.get(product.category);
    if (warning === undefined) {
      warning = warningsOf(product.category);
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
    writer.insertAll(
      'product_model',
      product.fits.map(([model, note]) => [product.id, model.number, note]),
    );
    writeDocuments(product, writer, dice);
  }
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

/** Writes by car, series page and maker which parts fit, from the table by part. @returns the number of fitments */
export function writeFitment(writer: BulkWriter): number {
  const { changes } = writer.database
    .prepare(
      `insert into fitment select model_number, category_id, product_id, note_id
       from product_model join product on product.id = product_id order by 1, 2, 3`,
    )
    .run();
  // Each from the one before, which is smaller and already in order, so that it needs no sorting.
  writer.database.exec(`
    insert or ignore into fitment_series_page select series_page_id, category_id, product_id
      from fitment join model on number = model_number;
    insert into fitment_manufacturer select distinct manufacturer_id, category_id, product_id
      from fitment_series_page join (select distinct series_page_id as page, manufacturer_id from model)
      on page = series_page_id order by 1, 2, 3;
  `);
  return Number(changes);
}

export function writeNotes(notes: readonly [number, string][], writer: BulkWriter): void {
  for (const [id, text] of notes) writer.insert('fit_note', id, text);
}

/** Writes invented opinions of customers who do not exist; the pages say so. */
export function writeReviews(file: string, writer: BulkWriter): void {
  for (const [index, row] of readTable(file, ['language', 'mark', 'date', 'comment']).entries()) {
    const date = row.required('date');
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw row.error('date', 'a date such as 2026-05-31');
    const [language, mark] = [row.oneOf('language', languages), row.requiredNumber('mark', 1, 5)];
    writer.insert('review', index + 1, language, mark, date, row.text('comment'), '', '', 0);
  }
}
