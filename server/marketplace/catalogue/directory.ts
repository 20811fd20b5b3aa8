import type { DirectoryKind } from '../../contract/directory.js';
import { languages } from '../../contract/languages.js';
import type { Locale } from '../../contract/locales.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { editionCountry, languageOf } from '../catalogue-texts/texts.js';
import { idList } from '../files/node-sqlite.js';
import type { Category } from '../generation/category-index.js';
import type { Generation } from '../generation/generation.js';
import type { Manufacturer } from '../generation/vehicle-index.js';
import type { DependsOn } from '../http/handler.js';
import { noPrice } from '../offer-store/offer-summary.js';
import { marketName } from '../vehicles/series-name.js';
import { resultCounts } from './result-counts.js';

type DirectoryWire = Wire<'directory'>;
type EntriesOf<K extends DirectoryKind> = Extract<DirectoryWire, { kind: K }>['entries'];

/** Entries of one page. More entries would delay other requests. */
const pageSize = 2500;
const topManufacturers = 10;

/** Returns one page of the entries of a kind (D61). @throws ProblemError `not_found` past the end */
export async function listDirectory(
  generation: Generation,
  request: Request<'directory'>,
  dependsOn: DependsOn,
): Promise<DirectoryWire> {
  const { kind, page, locale } = request;
  if (kind === 'articles') {
    dependsOn('assortment', [0]);
    return articles(generation, page, locale);
  }
  if (kind === 'shops') dependsOn('shop', [0]);
  if (kind === 'categories' || kind === 'universal-categories') dependsOn('category', [0]);
  const all = await entriesOf(generation, kind, locale);
  const pageCount = pagesOf(all.length, page);
  const entries = all.slice((page - 1) * pageSize, page * pageSize);
  return { kind, entries, pageCount, lastModified: generation.createdAt } as DirectoryWire;
}

function pagesOf(count: number, page: number): number {
  const pageCount = Math.max(1, Math.ceil(count / pageSize));
  if (page > pageCount) throw new ProblemError('not_found', 'page past the end');
  return pageCount;
}

async function entriesOf(
  generation: Generation,
  kind: Exclude<DirectoryKind, 'articles'>,
  locale: Locale,
): Promise<EntriesOf<typeof kind>> {
  const { vehicles, brands } = generation;
  const seoNamed = (row: Manufacturer) => ({ id: String(row.id), seoName: row.seo_name });
  const slugged = (row: { id: number; slug: string; name: string }) => ({
    id: String(row.id),
    slug: row.slug,
    name: row.name,
  });
  const titled = (category: Category) => ({ ...named(category), title: category.texts[languageOf(locale)].title });
  switch (kind) {
    case 'manufacturers':
      return [...vehicles.manufacturers.values()].map((row) => ({ ...seoNamed(row), name: row.name }));
    case 'series-pages':
      return [...vehicles.pages.values()].map((row) => ({
        ...slugged(row),
        name: marketName(row.name, languageOf(locale)),
      }));
    case 'models':
      return [...vehicles.modelsById.values()].map((row) => ({
        modelId: row.id,
        seriesPage: { slug: vehicles.pages.get(row.series_page_id)?.slug ?? '' },
      }));
    case 'categories':
      return withProducts(generation, 0).map(titled);
    case 'universal-categories':
      return withProducts(generation, 1).map(titled);
    case 'manufacturer-categories':
      return manufacturerCategories(generation, locale, seoNamed);
    case 'brands':
      return [...brands.values()].filter((row) => row.article_count > 0).map(slugged);
    case 'shops':
      return [...generation.offers.shops.all.values()].map(slugged);
  }
}

function named(category: Category): EntriesOf<'manufacturer-categories'>[number]['category'] {
  const aliases = languages.map((language) => [language, category.texts[language].slug]);
  return { urlId: String(category.id), seoAliases: Object.fromEntries(aliases) };
}

function withProducts({ categories }: Generation, universal: 0 | 1): Category[] {
  return [...categories.all.values()].filter((each) => each.product_count > 0 && each.is_universal === universal);
}

async function manufacturerCategories(
  generation: Generation,
  locale: Locale,
  seoNamed: (row: Manufacturer) => EntriesOf<'manufacturer-categories'>[number]['manufacturer'],
): Promise<EntriesOf<'manufacturer-categories'>> {
  const country = editionCountry(locale);
  const popularity = (row: Manufacturer) => row.popularity[country] ?? 0;
  const top = [...generation.vehicles.manufacturers.values()]
    .sort((a, b) => popularity(b) - popularity(a) || a.id - b.id)
    .slice(0, topManufacturers);
  const categories = withProducts(generation, 0).map((category) => ({ id: category.id, entry: named(category) }));
  const entries: EntriesOf<'manufacturer-categories'> = [];
  for (const manufacturer of top) {
    const counts = await resultCounts(generation, { type: 1, manufacturer });
    const entry = seoNamed(manufacturer);
    const fitting = categories.filter(({ id }) => counts.has(id));
    for (const category of fitting) entries.push({ manufacturer: entry, category: category.entry });
  }
  return entries;
}

/** Returns products that ship to the country of the edition. */
async function articles(generation: Generation, page: number, locale: Locale): Promise<DirectoryWire> {
  const { db, brands, createdAt, offers, popularity } = generation;
  const { totals } = offers.best.of(editionCountry(locale));
  const sold: number[] = [];
  for (let id = 0; id < popularity.length; id++)
    if (popularity[id] !== 0 && (totals[id] ?? noPrice) !== noPrice) sold.push(id);
  const pageCount = pagesOf(sold.length, page);
  const rows = await db
    .selectFrom('product')
    .select(['id', 'brand_id', 'norm_number'])
    .where('id', 'in', idList(sold.slice((page - 1) * pageSize, page * pageSize)))
    .orderBy('id')
    .execute();
  const entries = rows.map((row) => ({ brand: brands.get(row.brand_id)?.seo_name ?? '', number: row.norm_number }));
  return { kind: 'articles', entries, pageCount, lastModified: createdAt };
}
