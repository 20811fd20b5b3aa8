import type { Locale } from '../../contract/locales.js';
import { normaliseNumber } from '../../contract/search.js';
import type { OverridableSubject, TextOverrideKind } from '../../contract/text-overrides.js';
import { productTitle } from '../catalogue/product-wire.js';
import { languageOf } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';

/** Most subjects of each kind that a search shows. */
const shown = 20;

/** Selects products with the columns that identify them. */
const products = ({ db }: Generation) =>
  db
    .selectFrom('product')
    .innerJoin('brand', 'brand.id', 'product.brand_id')
    .select(['product.id', 'product.title', 'category_id', 'kind', 'place', 'article_number', 'brand.name as brand']);
type Found = Awaited<ReturnType<ReturnType<typeof products>['execute']>>[number];

const productSubject = (generation: Generation, row: Found, locale: Locale): OverridableSubject => ({
  kind: 'product',
  id: row.id,
  name: productTitle(generation, row, languageOf(locale)),
  detail: `${row.brand} ${row.article_number}`,
});

function categorySubject({ categories }: Generation, id: number, locale: Locale): OverridableSubject | null {
  const category = categories.all.get(id);
  if (!category) return null;
  const language = languageOf(locale);
  const { title } = category.texts[language];
  return { kind: 'category', id, name: title, detail: category.parent?.texts[language].title ?? '' };
}

function shopSubject({ offers }: Generation, id: number): OverridableSubject | null {
  const shop = offers.shops.all.get(id);
  return shop ? { kind: 'shop', id, name: shop.name, detail: shop.city } : null;
}

/** Returns subjects of one kind by their ids, without those that left the catalogue. */
export async function subjectsOf(
  generation: Generation,
  kind: TextOverrideKind,
  ids: readonly number[],
  locale: Locale,
): Promise<OverridableSubject[]> {
  if (kind === 'category') return ids.flatMap((id) => categorySubject(generation, id, locale) ?? []);
  if (kind === 'shop') return ids.flatMap((id) => shopSubject(generation, id) ?? []);
  if (ids.length === 0) return [];
  const rows = await products(generation).where('product.id', 'in', ids).execute();
  return rows.map((row) => productSubject(generation, row, locale));
}

/** Finds categories and shops by id or part of a name, products by number, with or without a brand before it. */
export async function findSubjects(
  generation: Generation,
  query: string,
  locale: Locale,
): Promise<OverridableSubject[]> {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  const isMeant = (id: number, ...names: string[]): boolean =>
    String(id) === wanted || names.some((name) => name.toLowerCase().includes(wanted));
  const categories = [...generation.categories.all.values()].filter(({ id, texts, imported }) =>
    isMeant(
      id,
      ...Object.values(texts).map(({ title }) => title),
      ...Object.values(imported).map(({ title }) => title),
    ),
  );
  const shops = [...generation.offers.shops.all.values()].filter((each) =>
    isMeant(each.id, each.name, each.imported_name),
  );
  // "Kelvo 1234 56" may be a brand and a number, or a number alone.
  const words = query.trim().split(/\s+/);
  const numbers = words.map((_, from) => normaliseNumber(words.slice(from).join(' '))).filter((each) => each !== '');
  const rows =
    numbers.length === 0
      ? []
      : await products(generation)
          .where('norm_number', 'in', numbers)
          .orderBy('popularity', 'desc')
          .limit(shown * 5)
          .execute();
  const named = rows.filter(({ brand }) => wanted.startsWith(brand.toLowerCase()));
  const ids = (found: readonly { id: number }[]): number[] => found.slice(0, shown).map(({ id }) => id);
  return [
    ...(await subjectsOf(generation, 'category', ids(categories), locale)),
    ...(named.length > 0 ? named : rows).slice(0, shown).map((row) => productSubject(generation, row, locale)),
    ...(await subjectsOf(generation, 'shop', ids(shops), locale)),
  ];
}
