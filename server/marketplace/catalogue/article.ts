import { type Language, languages } from '../../contract/languages.js';
import type { Locale } from '../../contract/locales.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import { ownText } from '../catalogue-texts/own-texts.js';
import { countryName, languageOf, parseTexts, type Texts, textIn } from '../catalogue-texts/texts.js';
import { idsOf } from '../files/node-sqlite.js';
import type { Category } from '../generation/category-index.js';
import type { Generation } from '../generation/generation.js';
import type { Model } from '../generation/vehicle-index.js';
import { type DependsOn, showsCategories } from '../http/handler.js';
import { bestOffers } from '../prices/quote.js';
import { optionalModel } from '../vehicles/context.js';
import { modelVehicle } from '../vehicles/vehicle-wire.js';
import { defaultPieces, packSizeOf, packsFor } from './amount.js';
import { durabilityOf } from './drawing-attributes.js';
import { productList, readProducts } from './product-list.js';
import { productImages } from './product-wire.js';
import { lampLeaf, leavesOfJob, sameSocket } from './same-job.js';

type ArticleWire = Wire<'article'>;
const longestRelated = 4;
/** Leaves that are searched for related products; some have none for the car. */
const requestedNeighbours = 8;

/** Returns the data of an article page. Ignores an unknown `modelId` (D48). */
export async function getArticle(
  generation: Generation,
  request: Request<'article'>,
  dependsOn: DependsOn,
): Promise<ArticleWire> {
  const brand = generation.brandsBySeoName.get(request.brand.toLowerCase());
  const row =
    brand &&
    (await generation.db
      .selectFrom('product')
      .selectAll()
      .where('brand_id', '=', brand.id)
      .where('norm_number', '=', request.number)
      .executeTakeFirst());
  if (!row) throw new ProblemError('not_found', 'unknown article');
  const { categories } = generation;
  const language = languageOf(request.locale);
  const model = optionalModel(generation, request.modelId);
  const category = categories.all.get(row.category_id) as Category;
  const neighbours = await related(generation, row, category, model);
  dependsOn('product', [row.id]);
  dependsOn('best', idsOf(neighbours));
  const ancestors = categories.ancestors(category);
  showsCategories(dependsOn, [...idsOf([category, ...ancestors]), ...neighbours.map((each) => each.category_id)]);
  const pieces = defaultPieces(category, model);
  const usualPacks = packsFor(pieces, packSizeOf(row));
  const packsOf = (id: number): number => (id === row.id ? usualPacks : 1);
  const best = await bestOffers(generation, idsOf([row, ...neighbours]), request.country, packsOf);
  const audience = { language, country: request.country, model };
  const [product, ...others] = await productList(generation, [row, ...neighbours], audience, dependsOn, best);
  if (!product) throw new ProblemError('not_found', 'unknown article');
  return {
    product: {
      ...product,
      manufacturer: {
        ...product.manufacturer,
        address: addressFor(brand, request.locale),
        email: brand.email,
        euResponsible: brand.eu_responsible,
      },
      images: productImages(row, product.title, false),
      documents: await documentsOf(generation, row.id, language),
      ...(await lawfulFacts(generation, row)),
      durability: durabilityOf(row),
      recall: await recallOf(generation, row.id, language),
      usualPieces: pieces,
      taxClass: row.tax_class,
      warnings: await warningsOf(generation, row, category, language),
    },
    category: categories.wire(category, language),
    ancestors: ancestors.map((entry) => categories.wire(entry, language)),
    vehicle: model && modelVehicle(generation.vehicles, model, request.locale),
    hasPriceHistory: generation.offers.hasPriceHistory(row.id, request.country),
    related: others,
  };
}

/**
 * Returns a maker's address with its country in the reader's language. Feeds name the country in any language or omit
 * it.
 */
export function addressFor(
  { address, country }: { readonly address: string; readonly country: string | null },
  locale: Locale,
): string {
  if (!country || address === '') return address;
  const known = new Set([country, ...[...languages, 'en'].map((language) => countryName(country, language))]);
  const parts = address.split(', ');
  if (known.has(parts.at(-1) ?? '')) parts.pop();
  return [...parts, countryName(country, locale)].join(', ');
}

/** Returns the warnings of the product, its category and the groups above it, without repetition. */
async function warningsOf(
  { db, categories }: Generation,
  row: ProductTable,
  category: Category,
  language: Language,
): Promise<string[]> {
  const above = [category, ...categories.ancestors(category).toReversed()].map(({ id }) => id);
  const rows = await db.selectFrom('category_warning').selectAll().where('category_id', 'in', above).execute();
  const shared = rows.sort((a, b) => above.indexOf(a.category_id) - above.indexOf(b.category_id));
  const warnings = [row, ...shared].flatMap((each) => JSON.parse(each.warnings) as Texts[]);
  return [...new Set(warnings.map((warning) => textIn(warning, language)))];
}

async function lawfulFacts(
  { db }: Generation,
  row: ProductTable,
): Promise<Pick<ArticleWire['product'], 'goods' | 'tyreLabel'>> {
  const kinds = await db
    .selectFrom('category_goods')
    .select('goods')
    .where('category_id', '=', row.category_id)
    .execute();
  const goods = kinds.map((each) => each.goods);
  const label = goods.includes('tyre')
    ? await db.selectFrom('tyre_label').selectAll().where('product_id', '=', row.id).executeTakeFirst()
    : undefined;
  return {
    goods,
    tyreLabel: label
      ? {
          fuel: label.fuel,
          wetGrip: label.wet_grip,
          noise: label.noise,
          noiseClass: label.noise_class,
          snow: label.snow === 1,
          ice: label.ice === 1,
          eprel: label.eprel,
        }
      : null,
  };
}

async function recallOf(
  { offers }: Generation,
  productId: number,
  language: Language,
): Promise<ArticleWire['product']['recall']> {
  const row = await offers.db.selectFrom('recall').selectAll().where('product_id', '=', productId).executeTakeFirst();
  if (!row) return null;
  return { at: new Date(row.at).toISOString(), reason: textIn(parseTexts(row.reason), language), url: row.url };
}

async function documentsOf(
  generation: Generation,
  productId: number,
  language: Language,
): Promise<ArticleWire['product']['documents']> {
  const rows = await generation.db.selectFrom('document').selectAll().where('product_id', '=', productId).execute();
  return rows.map((row) => ({
    docNo: row.doc_no,
    langNo: row.lang_no,
    type: { id: row.type_id, title: ownText('documents', String(row.type_id), language) ?? row.title },
    url: row.url,
    host: URL.canParse(row.url) ? new URL(row.url).host : '',
  }));
}

/**
 * Returns what the same job needs: the best-selling product of each leaf for the same car; for lamps those with the
 * same socket. Makes three queries, because one for each leaf takes longer.
 */
export async function related(
  { db, categories }: Generation,
  row: ProductTable,
  category: Category,
  model: Model | null,
): Promise<ProductTable[]> {
  if (category.leaf_number === lampLeaf) return sameSocket({ db }, row);
  const leaves = leavesOfJob(categories.all, category).slice(0, requestedNeighbours);
  const carNumber = model?.number ?? (await anyCarOf(db, row.id));
  const universal = leaves.filter(({ is_universal }) => is_universal === 1);
  const bound = leaves.filter(({ is_universal }) => is_universal === 0);
  // Without a car it is unknown which parts belong to the same repair.
  const fitting = carNumber === null ? [] : await bestFitting(db, bound, carNumber, row.place);
  const best = new Map([...(await bestSellers(db, universal)), ...fitting]);
  const wanted = leaves.flatMap(({ id }) => best.get(id) ?? []).slice(0, longestRelated);
  if (wanted.length === 0) return [];
  const products = await db.selectFrom('product').selectAll().where('id', 'in', wanted).execute();
  return products.sort((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id));
}

async function bestSellers(db: Generation['db'], leaves: readonly Category[]): Promise<[leaf: number, id: number][]> {
  if (leaves.length === 0) return [];
  const rows = await db
    .selectFrom('leaf_product')
    .select(['category_id', 'product_id'])
    .where('rank', '=', 1)
    .where('category_id', 'in', idsOf(leaves))
    .execute();
  return rows.map((row) => [row.category_id, row.product_id]);
}

/** Returns the best-selling product of each leaf that fits the car, preferably for the same place. */
async function bestFitting(
  db: Generation['db'],
  leaves: readonly Category[],
  carNumber: number,
  place: string | null,
): Promise<[leaf: number, id: number][]> {
  if (leaves.length === 0) return [];
  const rows = await db
    .selectFrom('fitment')
    .innerJoin('product', 'product.id', 'fitment.product_id')
    .select(['fitment.category_id', 'product.id', 'product.place', 'product.popularity'])
    .where('fitment.model_number', '=', carNumber)
    .where('fitment.category_id', 'in', idsOf(leaves))
    .execute();
  const isElsewhere = (row: { place: string | null }) => Number(row.place !== place);
  rows.sort((a, b) => isElsewhere(b) - isElsewhere(a) || a.popularity - b.popularity || b.id - a.id);
  return rows.map((row) => [row.category_id, row.id]);
}

async function anyCarOf(db: Generation['db'], productId: number): Promise<number | null> {
  const row = await db
    .selectFrom('product_model')
    .select('model_number')
    .where('product_id', '=', productId)
    .limit(1)
    .executeTakeFirst();
  return row ? row.model_number : null;
}

/**
 * Returns products for the same job and vehicle that ship to the country (specification 4, cross-selling).
 * @throws ProblemError `not_found` for an unknown part
 */
export async function recommend(
  generation: Generation,
  { id, modelId, locale, country }: Request<'recommendation'>,
  dependsOn: DependsOn,
): Promise<Wire<'recommendation'>> {
  const [row] = await readProducts(generation, [Number(id)]);
  if (!row) throw new ProblemError('not_found', 'unknown part');
  const model = optionalModel(generation, modelId);
  const category = generation.categories.all.get(row.category_id) as Category;
  const rows = await related(generation, row, category, model);
  dependsOn('best', idsOf(rows));
  const products = await productList(generation, rows, { language: languageOf(locale), country, model }, dependsOn);
  return products.filter(({ lowestTotal }) => lowestTotal !== null);
}
