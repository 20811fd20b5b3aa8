import type { GoodsKind } from '../../contract/articles.js';
import type { TaxClass } from '../../contract/vat.js';
import {
  blob,
  column,
  flag,
  integer,
  key,
  keyed,
  maybeInteger,
  maybeText,
  type Row,
  table,
  text,
  word,
} from '../files/columns.js';

/** Kinds of the operator's rules for searches. */
export const ruleKinds = ['synonym', 'one-way', 'pin', 'redirect', 'stop'] as const;

/** Kinds of values of the operator's attributes. */
export const attributeKinds = ['number', 'text', 'choice', 'yes-no'] as const;

/**
 * Tables of one catalogue generation, written once by an import. Shops and offers are in `offers.db`
 * (offer-store/offer-tables.ts). Money is integer cents. Texts are JSON by language,
 * `{"de":…,"fr":…,"es":…,"it":…,"nl":…}`; popularity is JSON by country, `{"DE":…,"AT":…,"ES":…,"FR":…,"IT":…,"NL":…}`.
 * `keyed` tables keep the rows of one leaf or model together.
 */
export const tables = {
  meta: keyed({ key: text, value: text }, 'key'),

  manufacturer: table({ id: key, name: text, slug: text, seo_name: text, popularity: text }),
  series_family: table({ id: key, manufacturer_id: integer, name: text, slug: text }),
  series_page: table({ id: key, manufacturer_id: integer, series_family_id: integer, name: text, slug: text }),
  series: table({
    id: key,
    manufacturer_id: integer,
    series_page_id: integer,
    name: text,
    slug: text,
    year_start: maybeInteger,
    year_end: maybeInteger,
    popularity: text,
  }),
  // number: dense integer within this file. id: public id.
  model: table({
    number: key,
    id: column<string>('text not null unique'),
    manufacturer_id: integer,
    series_page_id: integer,
    series_id: integer,
    name: text,
    full_name: text,
    // Power in kW; 0 = unknown, only for electric cars.
    kw: integer,
    ccm: integer,
    fuel: word<'petrol' | 'diesel' | 'electric' | 'hybrid' | 'lpg' | 'cng'>(),
    year_start: maybeInteger,
    year_end: maybeInteger,
    popularity: text,
    // Number of cylinders; null if unknown.
    cylinders: maybeInteger,
  }),
  kba: table({ kba_id: key, model_number: integer, hsn: text, tsn: text }),
  // The operator's attributes. labels: JSON by language; a missing language shows the code. choices: JSON [[code,
  // labels], …], [] = any value.
  attribute: keyed(
    {
      code: text,
      kind: word<(typeof attributeKinds)[number]>(),
      unit: maybeText,
      decimals: maybeInteger,
      labels: text,
      choices: text,
      is_facet: flag,
      is_deciding: flag,
    },
    'code',
  ),
  // Ids of other systems, such as the K-Type; one may mean several models, and a model may have several.
  vehicle_key: keyed({ key: text, model_number: integer }, 'key', 'model_number'),

  // usual_quantity: pieces per job (D74). per_cylinder: as many as the cylinders of the car, if known. needs: JSON list
  // of leaves that complete the job. set_of: JSON [[leaf, pieces], …] in a set.
  category: table({
    id: key,
    parent_id: maybeInteger,
    top_parent_id: maybeInteger,
    level: integer,
    is_leaf: flag,
    is_universal: flag,
    leaf_number: column<number | null>('integer unique'),
    kind: text,
    popularity: integer,
    product_count: integer,
    position: integer,
    usual_quantity: column<number>('integer not null default 1'),
    per_cylinder: column<0 | 1>('integer not null default 0'),
    needs: column<string>("text not null default '[]'"),
    set_of: column<string>("text not null default '[]'"),
  }),
  // single_title: title of one piece, '' = as `title`.
  category_text: keyed(
    {
      category_id: integer,
      language: text,
      title: text,
      slug: text,
      seo_text: text,
      description: text,
      single_title: column<string>("text not null default ''"),
    },
    'category_id',
    'language',
  ),

  // country of the maker, '' = unknown. Outside the Union, eu_responsible answers for its goods.
  brand: table({
    id: key,
    name: text,
    slug: column<string>('text not null unique'),
    seo_name: text,
    description: text,
    address: text,
    email: text,
    eu_responsible: maybeText,
    article_count: integer,
    country: column<string>("text not null default ''"),
  }),
  // Leaves with special legal rules: measured (by volume or weight), oil, battery, starterBattery, tyre.
  category_goods: keyed({ category_id: integer, goods: word<GoodsKind>() }, 'category_id', 'goods'),
  // Safety warnings of a category and those below it: JSON [texts by language, …].
  category_warning: keyed({ category_id: integer, warnings: text }, 'category_id'),
  // title: JSON by language, null = the category's title with the place. place: front, rear, left, right, front-left ….
  // attributes: JSON [[key, value, unit or null], …] in the order shown; `packSize` = pieces in a pack. photos: JSON
  // list of addresses, null = only a drawing. durability: JSON of the maker's guarantee as in the contract.
  // base_amount: content in thousandths of base_unit (5 l = 5000 'l').
  product: table(
    {
      id: key,
      brand_id: integer,
      category_id: integer,
      norm_number: text,
      article_number: text,
      ean: maybeText,
      title: maybeText,
      kind: text,
      place: maybeText,
      condition: word<'new' | 'remanufactured' | 'used'>(),
      attributes: text,
      warnings: text,
      base_amount: maybeInteger,
      base_unit: maybeText,
      popularity: integer,
      photos: maybeText,
      durability: maybeText,
      tax_class: column<TaxClass>("text not null default 'standard'"),
    },
    'unique (brand_id, norm_number)',
  ),
  // Classes of Regulation (EU) 2020/740: fuel and wet_grip A to E, noise in dB with its class A to C; number in EPREL.
  tyre_label: table({
    product_id: key,
    fuel: text,
    wet_grip: text,
    noise: integer,
    noise_class: text,
    snow: flag,
    ice: flag,
    eprel: text,
  }),
  // Products that may not be sold and starter batteries, by the bits of offer-store/withheld.ts. From packsBit on:
  // usual packs, if several. Filled by product-flags.ts.
  product_flags: keyed({ product_id: integer, flags: integer }, 'product_id'),
  // A leaf in the default order, so that a page is one range.
  leaf_product: keyed({ category_id: integer, rank: integer, product_id: integer }, 'category_id', 'rank'),
  // Columns that listings count, filter and sort by, in the order of leaf_product (leaf-format.ts). key: id, brand,
  // condition, place, or an attribute. position: order of the filters.
  leaf_column: table(
    { category_id: integer, key: text, position: integer, data: blob },
    'primary key (category_id, key)',
  ),

  // note_id: 0 = fits without condition.
  fitment: keyed(
    { model_number: integer, category_id: integer, product_id: integer, note_id: integer },
    'model_number',
    'category_id',
    'product_id',
  ),
  product_model: keyed({ product_id: integer, model_number: integer, note_id: integer }, 'product_id', 'model_number'),
  fitment_series_page: keyed(
    { series_page_id: integer, category_id: integer, product_id: integer },
    'series_page_id',
    'category_id',
    'product_id',
  ),
  fitment_manufacturer: keyed(
    { manufacturer_id: integer, category_id: integer, product_id: integer },
    'manufacturer_id',
    'category_id',
    'product_id',
  ),
  fit_note: table({ id: key, text: text }),
  // Approvals that a car's maker requires, by the leaf of the fluid; any of them is enough. approvals: joined by
  // approvals.ts. note_id: their source, 0 = unknown.
  model_approval: keyed(
    { model_number: integer, category_id: integer, approvals: text, note_id: integer },
    'model_number',
    'category_id',
  ),

  oe_number: keyed(
    { product_id: integer, manufacturer_id: integer, number: text, norm: text },
    'product_id',
    'manufacturer_id',
    'norm',
  ),
  document: keyed(
    { product_id: integer, doc_no: text, lang_no: integer, type_id: integer, title: text, url: text },
    'product_id',
    'doc_no',
    'lang_no',
  ),

  // Customers' reviews of the marketplace. mark: 1 to 5. created_on: ISO 8601 date. key: id in the source. author: name
  // shown. '' = none. is_verified: the purchase was checked.
  review: table({
    id: key,
    language: text,
    mark: integer,
    created_on: text,
    comment: text,
    key: column<string>("text not null default ''"),
    author: column<string>("text not null default ''"),
    is_verified: column<0 | 1>('integer not null default 0'),
  }),

  // Products by rank of popularity, the rowid of search_text: the best sellers are found first. Universal goods have
  // ranks above 1,000,000,000.
  search_product: table({ rank: key, product_id: column<number>('integer not null unique') }),
  // Vocabulary by language, '*' = all (brands, cars). weight: popularity of the best category of that name.
  search_word: keyed({ language: text, word: text, weight: integer }, 'language', 'word'),
  // Ends of words, which find compounds, and pieces of three letters, which find misspelt words.
  search_part: keyed({ language: text, part: text, word: text }, 'language', 'part', 'word'),
  search_gram: keyed({ language: text, gram: text, word: text }, 'language', 'gram', 'word'),
  // Words of categories' names. title: 0 = its own, others = synonyms. length: words without stop words.
  search_title: keyed(
    { language: text, word: text, category_id: integer, title: integer, length: integer },
    'language',
    'word',
    'category_id',
    'title',
  ),
  // The operator's rules (search/search-rules.ts). language: '*' = all. target: replacement of one-way, path of
  // redirect. product_id, category_id: of pin.
  search_steering: table({
    id: key,
    rule: word<(typeof ruleKinds)[number]>(),
    language: text,
    words: text,
    target: text,
    product_id: maybeInteger,
    category_id: maybeInteger,
  }),
  // kind and id: see search/words/vehicle-terms.ts.
  search_vehicle: keyed({ word: text, kind: text, id: integer }, 'word', 'kind', 'id'),
  // Values of leaves by search term (search/words/value-terms.ts). position: of the column in its leaf.
  search_value: keyed(
    { term: text, category_id: integer, key: text, value: text, position: integer },
    'term',
    'category_id',
    'key',
    'value',
  ),
  // Reversed numbers of articles and car makers and EANs, O as 0 and I as 1 (search/lookup/part-number.ts).
  search_number: keyed({ reversed: text, product_id: integer }, 'reversed', 'product_id'),
};

export type CatalogueTables = { [Name in keyof typeof tables]: Row<(typeof tables)[Name]> };
export type ProductTable = CatalogueTables['product'];
