import { languages } from '../contract/languages.js';
import { type IdRegistry, productNaturalKey } from '../marketplace/store/ids.js';
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
import type { BulkWriter } from './writer.js';

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
    const fits: number[] = [];
    for (const [model, note] of product.fits) fits.push(product.id, model.number, note);
    writer.insertAll('product_model', 3, fits);
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

/**
 * Writes which part fits which car by car, by series page and by maker, once it is written by part.
 * @returns how many fitments
 */
export function writeFitment(notes: readonly [number, string][], writer: BulkWriter): number {
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
  for (const [id, text] of notes) writer.insert('fit_note', id, text);
  return Number(changes);
}
