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

/** What an operator may say about searches. */
export const ruleKinds = ['synonym', 'one-way', 'pin', 'redirect', 'stop'] as const;

/** What the values of an operator's attribute are. */
export const attributeKinds = ['number', 'text', 'choice', 'yes-no'] as const;

/**
 * Tables of one catalogue generation: a file that is written once by an import and then only read. Shops and offers are
 * in `offers.db` (offer-store/offer-tables.ts).
 * Money is integer cents. Texts by language are JSON objects `{"de":…,"fr":…,"es":…,"it":…,"nl":…}`;
 * popularity by country is JSON `{"DE":…,"AT":…,"ES":…,"FR":…,"IT":…,"NL":…}`. Tables read by a range of their
 * primary key are `keyed`, so that the rows of one leaf or model lie together.
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
  // number: dense integer used inside this file; id: the public model id.
  model: table({
    number: key,
    id: column<string>('text not null unique'),
    manufacturer_id: integer,
    series_page_id: integer,
    series_id: integer,
    name: text,
    full_name: text,
    // 0 = not known, of electric cars only.
    kw: integer,
    ccm: integer,
    fuel: word<'petrol' | 'diesel' | 'electric' | 'hybrid' | 'lpg' | 'cng'>(),
    year_start: maybeInteger,
    year_end: maybeInteger,
    popularity: text,
    // Null = not known.
    cylinders: maybeInteger,
  }),
  kba: table({ kba_id: key, model_number: integer, hsn: text, tsn: text }),
  // Attributes of the operator's own. labels: JSON by language, of a language that it lacks the code is shown. choices:
  // JSON [[code, labels], …] of what a value may be, [] = anything.
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
  // What other systems call a model, such as the K-Type; a key may stand for several models, and a model have several.
  vehicle_key: keyed({ key: text, model_number: integer }, 'key', 'model_number'),

  // usual_quantity: pieces that the job needs (D74); per_cylinder: as many as the car's engine has cylinders, where
  // known. needs: JSON list of leaves without whose parts the job is not done; set_of: JSON [[leaf, pieces], …] of what
  // is in a set.
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
  // single_title: of one piece, '' = as the title.
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

  // country: of the maker, '' = not known; outside the Union somebody inside must answer for its goods
  // (eu_responsible).
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
  // Leaves whose goods the law treats apart. goods: measured (by volume or weight), oil, battery, starterBattery, tyre.
  category_goods: keyed({ category_id: integer, goods: word<GoodsKind>() }, 'category_id', 'goods'),
  // Safety warnings of all products in a category or below it: JSON [texts by language, …].
  category_warning: keyed({ category_id: integer, warnings: text }, 'category_id'),
  // title: JSON by language, or null = composed of the category's title and the position.
  // place: front, rear, left, right, front-left … or null. attributes: JSON [[key, value, unit or null], …] in the
  // order shown; `packSize` tells the pieces in a pack. photos: JSON list of addresses, https or a path of the
  // marketplace, or null = only its drawing shows the product. durability: JSON of the maker's guarantee that it lasts,
  // as the contract has it, or null = none is told. base_amount: content in thousandths of base_unit (5 l = 5000 'l')
  // for goods sold by volume or weight.
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
  // Products none of whose offers may be sold, and starter batteries, by the bits of offer-store/withheld.ts; above
  // them, from packsBit on, the packs that are usually bought, where those are several. Filled by product-flags.ts.
  product_flags: keyed({ product_id: integer, flags: integer }, 'product_id'),
  // A leaf in the order of the default sort, so that a page of it is one range.
  leaf_product: keyed({ category_id: integer, rank: integer, product_id: integer }, 'category_id', 'rank'),
  // What listings count, filter and sort by, packed per leaf in the order of leaf_product (leaf-format.ts). key: id,
  // brand, condition, place, or that of an attribute; position: order in which filters are shown.
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
  // Approvals of fluids that a car's maker asks for, by the leaf of the fluid; any one of them is enough. approvals:
  // joined by catalogue-file/approvals.ts. note_id: where that is from, 0 = not told.
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

  // Opinions of customers about the marketplace as a whole. mark: 1 to 5. created_on: ISO 8601 date. comment may be
  // empty. key: of the review in its source, '' = none. author: as it is shown, '' = not told. is_verified: somebody
  // has checked that the author has bought.
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

  // Every product under its rank by popularity, which is the rowid of search_text: what is found first sells best.
  // Universal goods have ranks of their own above a thousand million.
  search_product: table({ rank: key, product_id: column<number>('integer not null unique') }),
  // Vocabulary by language, '*' for words of all (brands, cars). weight: popularity of the best category of that name.
  search_word: keyed({ language: text, word: text, weight: integer }, 'language', 'word'),
  // Ends of words, by which compounds are found, and their pieces of three letters, by which misspelt words are.
  search_part: keyed({ language: text, part: text, word: text }, 'language', 'part', 'word'),
  search_gram: keyed({ language: text, gram: text, word: text }, 'language', 'gram', 'word'),
  // Words of categories' names. title: 0 = its own, others from the synonyms. length: telling words of that name.
  search_title: keyed(
    { language: text, word: text, category_id: integer, title: integer, length: integer },
    'language',
    'word',
    'category_id',
    'title',
  ),
  // How the operator steers searches (search/search-rules.ts). language: '*' = all. target: of one-way the words in
  // place, of redirect a path. product_id, category_id: of pin.
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
  // Values of leaves by what they are looked up by (search/words/value-terms.ts). position: of the column in its
  // leaf.
  search_value: keyed(
    { term: text, category_id: integer, key: text, value: text, position: integer },
    'term',
    'category_id',
    'key',
    'value',
  ),
  // Numbers of articles, of car makers and EANs from their ends, O read as 0 and I as 1 (search/lookup/part-number.ts).
  search_number: keyed({ reversed: text, product_id: integer }, 'reversed', 'product_id'),
};

/** The rows of a catalogue generation as Kysely sees them. */
export type CatalogueTables = { [Name in keyof typeof tables]: Row<(typeof tables)[Name]> };
export type ProductTable = CatalogueTables['product'];
