/** Random reads of a marketplace with a fixed seed. */
import type { SQLInputValue } from 'node:sqlite';
import { openCatalogue } from './sized-catalogue.ts';

/** Linear congruential generator, so that every run draws the same reads. */
function dice(seed: number): { pick<Item>(items: readonly Item[]): Item } {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    pick(items) {
      const index = Math.floor(random() * items.length);
      if (index >= items.length) throw new Error('there is nothing to pick from');
      return items[index] as (typeof items)[number];
    },
  };
}

const f = (filters: readonly { key: string; values: readonly string[] }[]): string =>
  Buffer.from(JSON.stringify(filters)).toString('base64url');

type Row = Record<string, SQLInputValue | undefined>;
const one = (rows: readonly Row[]): Row => {
  const [row] = rows;
  if (!row) throw new Error('the catalogue is empty');
  return row;
};
/** Functions that return the address of a read, or several that belong together. */
type Calls = Record<string, () => string | string[]>;

/** Returns generators of read addresses for the content of a catalogue, with a fixed seed. */
export function callsFor(folder: string): { products: number; largest: number; calls: Calls } {
  const db = openCatalogue(folder);
  const all = (query: string): Row[] => db.prepare(query).all();
  const { count, last } = one(all('select count(*) as count, max(id) as last from product'));
  const leaves = all('select id, product_count as count from category where is_leaf = 1 and product_count > 0');
  const alike = leaves.filter((leaf) => Number(leaf.count) >= 30 && Number(leaf.count) <= 60);
  const largest = one(
    leaves.filter((leaf) => Number(leaf.count) <= 20_000).sort((a, b) => Number(b.count) - Number(a.count)),
  );
  const models = all('select id, number, series_id, series_page_id, manufacturer_id from model');
  const kbas = all('select hsn, tsn from kba limit 2000');
  const shops = all('select slug from shop');
  const brands = all('select id, seo_name, name from brand');
  const seoNames = new Map(brands.map(({ id, seo_name }) => [id, seo_name]));
  const { pick } = dice(11);
  const productAt = db.prepare('select id, brand_id, norm_number, category_id from product where id >= ? limit 1');
  const places = Array.from({ length: 9973 }, (_, index) => Math.floor((index * Number(last)) / 9973));
  const product = (): Row => productAt.get(pick(places)) ?? one(productAt.all(0));
  const fits = db.prepare('select model_number from product_model where product_id = ? limit 1');
  const byNumber = new Map(models.map((model) => [model.number, model]));
  const inLeaf = db.prepare('select id, brand_id, attributes from product where category_id = ? limit 40');
  /** Returns two filters that some product of the leaf matches. */
  const twoFilters = (leaf: Row): string => {
    const { brand_id, attributes } = pick(inLeaf.all(leaf.id ?? null));
    const [key, value] = pick<[string, unknown]>(JSON.parse(String(attributes)));
    const other = pick(inLeaf.all(leaf.id ?? null));
    return f([
      { key: 'brand', values: [...new Set([String(brand_id), String(other.brand_id)])] },
      { key, values: [String(value)] },
    ]);
  };
  const titles = all("select title from category_text where language = 'de'");
  const cars = all('select name from series_page');
  /** Returns a typical search: a part, also with a car, a brand or a measure; a car; a number; or a mistake. */
  const written = (): string => {
    const title = String(pick(titles).title);
    const others = [
      () => title,
      () => title,
      () => `${title} ${pick(cars).name}`,
      () => `${pick(brands).name} ${title}`,
      () => `${title} ${pick([22, 65, 280, 288])} mm`,
      () => String(pick(cars).name),
      () => String(product().norm_number),
      () => title.slice(0, 3) + title.slice(4),
    ];
    return pick(others)().replaceAll('/', ' ');
  };
  /** Returns the beginning of a text, as during typing. */
  const typed = (text: string): string => text.slice(0, pick([3, 5, 7, 9, 12, 20]));
  const listing = (leaf: Row, query = ''): string => `/api/x/x/--${leaf.id}${query}`;
  const modelListing = (leaf: Row): string => `/api/x/x/3-${pick(models).id}-${leaf.id}`;
  const sorts = ['price', 'price-desc', 'rating', 'delivery'];
  return {
    products: Number(count),
    largest: Number(largest.count),
    calls: {
      article: () => {
        const { brand_id, norm_number } = product();
        return `/api/Teilenummernsuche/${seoNames.get(brand_id)}/${norm_number}`;
      },
      'article for a model that fits': () => {
        const { id, brand_id, norm_number } = product();
        const model = byNumber.get(fits.get(id ?? null)?.model_number) ?? pick(models);
        return `/api/Teilenummernsuche/${seoNames.get(brand_id)}/${norm_number}?modelId=${model.id}`;
      },
      /** The calls of an article page in order. */
      'article and offers': () => {
        const { id, brand_id, norm_number } = product();
        return [`/api/Teilenummernsuche/${seoNames.get(brand_id)}/${norm_number}`, `/api/Angebote?sparePartId=${id}`];
      },
      offers: () => `/api/Angebote?sparePartId=${product().id}`,
      'fitting vehicles': () => `/api/Artikel/${product().id}/Fahrzeuge`,
      'original numbers': () => `/api/Artikel/${product().id}/Originalteile`,
      'listing of one size': () => listing(pick(alike)),
      'listing of one size, two filters': () => {
        const leaf = pick(alike);
        return listing(leaf, `?f=${twoFilters(leaf)}`);
      },
      'listing of one size, by price': () => listing(pick(alike), `?sort=${pick(sorts)}`),
      'listing of one size for a model': () => modelListing(pick(alike)),
      'largest leaf': () => listing(largest),
      'largest leaf, two filters': () => listing(largest, `?f=${twoFilters(largest)}`),
      'largest leaf, two filters, by price': () => listing(largest, `?f=${twoFilters(largest)}&sort=${pick(sorts)}`),
      'largest leaf for a manufacturer': () => `/api/x/x/1-${pick(models).manufacturer_id}-${largest.id}`,
      'largest leaf for a model': () => modelListing(largest),
      'part number': () => `/api/Teilenummern/${product().norm_number}`,
      'full text': () => `/api/Volltextsuche/${encodeURIComponent(written())}`,
      'full text, by price': () => `/api/Volltextsuche/${encodeURIComponent(written())}?sort=${pick(sorts)}`,
      suggestions: () => `/api/search/suggestions?query=${encodeURIComponent(typed(written()))}`,
      'suggestions for a model': () =>
        `/api/search/suggestions?query=${encodeURIComponent(typed(written()))}&modelId=${pick(models).id}`,
      navigation: () => '/api/navigation',
      'navigation for a model': () => `/api/navigation?type=3&id=${pick(models).id}`,
      'navigation in a leaf': () => `/api/navigation?categoryId=${pick(leaves).id}`,
      manufacturers: () => '/api/vehicle/manufacturers',
      series: () => `/api/vehicle/manufacturers/${pick(models).manufacturer_id}/series`,
      models: () => `/api/vehicle/series/${pick(models).series_id}/models`,
      model: () => `/api/vehicle/models/${pick(models).id}`,
      'key numbers': () => {
        const { hsn, tsn } = pick(kbas);
        return `/api/vehicle/hsntsn/${hsn}${tsn}`;
      },
      shop: () => `/api/Shop/${pick(shops).slug}`,
      brand: () => `/api/Marken/${pick(brands).id}`,
    },
  };
}
