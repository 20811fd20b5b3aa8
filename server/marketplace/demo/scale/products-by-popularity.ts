import type { DatabaseSync } from 'node:sqlite';
import type { Brand } from '../brands.js';
import type { Category } from '../categories.js';
import type { FoundProduct } from '../write-search.js';

/** Reads products back from the file, the most popular first, one at a time. */
export function* productsByPopularity(
  database: DatabaseSync,
  categories: readonly Category[],
  brands: readonly Brand[],
): Generator<FoundProduct> {
  const categoryOf = new Map(categories.map((category) => [category.id, category]));
  const brandOf = new Map(brands.map((brand) => [brand.id, brand]));
  const rows = database.prepare(
    'select id, brand_id, category_id, article_number, title, place from product order by popularity desc, id',
  );
  for (const row of rows.iterate()) {
    const category = categoryOf.get(Number(row.category_id));
    const brand = brandOf.get(Number(row.brand_id));
    if (!category || !brand) throw new RangeError(`product ${row.id} has no category or brand`);
    yield {
      id: Number(row.id),
      brand,
      category,
      articleNumber: String(row.article_number),
      title: row.title === null ? null : String(row.title),
      place: row.place === null ? null : String(row.place),
    };
  }
}
