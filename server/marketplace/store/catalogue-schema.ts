/**
 * Version of the tables below, kept as a file's `user_version`; raised with every change that readers notice. Older
 * catalogues are carried over column by column (import/upgrade.ts): a new column is nullable or has a default that is true
 * of them, or upgrade.ts learns how to fill it.
 */
export const catalogueVersion = 7;

/**
 * Tables of one catalogue generation: a file that is written once by an import and then only read.
 * Money is integer cents. Texts by language are JSON objects `{"de":…,"fr":…,"es":…,"it":…,"nl":…}`;
 * popularity by country is JSON `{"DE":…,"AT":…,"ES":…,"FR":…,"IT":…,"NL":…}`. Tables read by a range of their
 * primary key are WITHOUT ROWID, so that the rows of one leaf or model lie together.
 */
export const catalogueTables = `
create table meta (key text primary key, value text not null) without rowid;

create table manufacturer (id integer primary key, name text not null, slug text not null, seo_name text not null,
  popularity text not null);
create table series_family (id integer primary key, manufacturer_id integer not null, name text not null, slug text not null);
create table series_page (id integer primary key, manufacturer_id integer not null, series_family_id integer not null,
  name text not null, slug text not null);
create table series (id integer primary key, manufacturer_id integer not null, series_page_id integer not null,
  name text not null, slug text not null, year_start integer, year_end integer, popularity text not null);
-- number: dense integer used inside this file; id: the public model id.
create table model (number integer primary key, id text not null unique, manufacturer_id integer not null,
  series_page_id integer not null, series_id integer not null, name text not null, full_name text not null,
  kw integer not null, ccm integer not null, fuel text not null, year_start integer, year_end integer,
  popularity text not null);
create table kba (kba_id integer primary key, model_number integer not null, hsn text not null, tsn text not null);

create table category (id integer primary key, parent_id integer, top_parent_id integer, level integer not null,
  is_leaf integer not null, is_universal integer not null, leaf_number integer unique, kind text not null,
  popularity integer not null, product_count integer not null, position integer not null);
create table category_text (category_id integer not null, language text not null, title text not null, slug text not null,
  seo_text text not null, description text not null, primary key (category_id, language)) without rowid;

-- country: of the maker, '' = not known; outside the Union somebody inside must answer for its goods (eu_responsible).
create table brand (id integer primary key, name text not null, slug text not null unique, seo_name text not null,
  description text not null, address text not null, email text not null, eu_responsible text, article_count integer not null,
  country text not null default '');
-- Leaves whose goods the law treats apart. goods: measured (by volume or weight), oil, battery, starterBattery, tyre.
create table category_goods (category_id integer not null, goods text not null, primary key (category_id, goods)) without rowid;
-- title: JSON by language, or null = composed of the category's title and the position.
-- place: front, rear, left, right, front-left … or null. attributes: JSON [[key, value, unit or null], …] in the order shown.
-- photos: JSON list of addresses, https or a path of the marketplace, or null = only its drawing shows the product.
-- base_amount: content in thousandths of base_unit (5 l = 5000 'l') for goods sold by volume or weight.
create table product (id integer primary key, brand_id integer not null, category_id integer not null, norm_number text not null,
  article_number text not null, ean text, title text, kind text not null, place text, condition text not null,
  attributes text not null, warnings text not null, base_amount integer, base_unit text, popularity integer not null,
  photos text, unique (brand_id, norm_number));
-- Classes of Regulation (EU) 2020/740: fuel and wet_grip A to E, noise in dB with its class A to C; number in EPREL.
create table tyre_label (product_id integer primary key, fuel text not null, wet_grip text not null, noise integer not null,
  noise_class text not null, snow integer not null, ice integer not null, eprel text not null);
-- Cheapest offer of a product to the door of one of the six edition countries (D62); no row = nobody ships there.
create table product_price (country text not null, product_id integer not null, offer_id integer not null,
  price integer not null, total integer not null, refund integer not null, delivery_min integer not null,
  delivery_max integer not null, rating real not null, offer_count integer not null,
  primary key (country, product_id)) without rowid;
-- A leaf in the order of the default sort, so that a page of it is one range.
create table leaf_product (category_id integer not null, rank integer not null, product_id integer not null,
  primary key (category_id, rank)) without rowid;
-- What listings count, filter and sort by, packed per leaf in the order of leaf_product (leaf-format.ts). key: id, brand,
-- condition, place, delivery_country, or that of an attribute; position: order in which filters are shown.
create table leaf_column (category_id integer not null, key text not null, position integer not null, data blob not null,
  primary key (category_id, key));
-- country: one of the six editions', or '' = lowest price of the goods for all others (D62).
create table leaf_price (category_id integer not null, country text not null, data blob not null,
  primary key (category_id, country));

-- note_id: 0 = fits without condition.
create table fitment (model_number integer not null, category_id integer not null, product_id integer not null,
  note_id integer not null, primary key (model_number, category_id, product_id)) without rowid;
create table product_model (product_id integer not null, model_number integer not null, note_id integer not null,
  primary key (product_id, model_number)) without rowid;
create table fitment_series_page (series_page_id integer not null, category_id integer not null, product_id integer not null,
  primary key (series_page_id, category_id, product_id)) without rowid;
create table fitment_manufacturer (manufacturer_id integer not null, category_id integer not null, product_id integer not null,
  primary key (manufacturer_id, category_id, product_id)) without rowid;
create table fit_note (id integer primary key, text text not null);

create table oe_number (product_id integer not null, manufacturer_id integer not null, number text not null, norm text not null,
  primary key (product_id, manufacturer_id, norm)) without rowid;
create table document (product_id integer not null, doc_no text not null, lang_no integer not null, type_id integer not null,
  title text not null, url text not null, primary key (product_id, doc_no, lang_no)) without rowid;

-- language: of terms and policy, which are sanitised HTML. return_cost: null = the shop pays.
create table shop (id integer primary key, name text not null, slug text not null unique, rating real not null,
  rating_count integer not null, country text not null, city text not null, street text not null, postcode text not null,
  phone text not null, email text not null, register text not null, vat_id text not null, language text not null,
  return_days integer not null, return_cost integer, terms text not null, policy text not null);
create table shop_rate (shop_id integer not null, country text not null, tariff integer not null, free_from integer,
  days_min integer not null, days_max integer not null, primary key (shop_id, country)) without rowid;
-- surcharge: shipping per piece above the tariff. key: the shop's own id of the offer.
create table offer (id integer primary key, product_id integer not null, shop_id integer not null, key text not null,
  price integer not null, refund integer not null, surcharge integer not null, lowest30 integer, stock integer not null,
  condition text not null, handling_min integer not null, handling_max integer not null);
-- What the feeds say will change: from that time on (milliseconds since 1970) an offer costs \`price\`, or has ended (null).
-- Kept for withheld offers too. What is due is worked in by import/due-changes.ts; until then readers follow it.
create table offer_change (offer_id integer not null, at integer not null, price integer, primary key (offer_id, at))
  without rowid;
-- Offers that lack what the law needs: not sold, kept until they are complete. Filled by offer-faults.ts.
create table withheld_offer (id integer primary key, product_id integer not null, shop_id integer not null, key text not null,
  price integer not null, refund integer not null, surcharge integer not null, lowest30 integer, stock integer not null,
  condition text not null, handling_min integer not null, handling_max integer not null);
create table offer_fault (offer_id integer not null, reason text not null, primary key (offer_id, reason)) without rowid;
-- At most twelve offers of a shop to each edition country: the market's cheapest first, then by popularity.
create table shop_best_offer (shop_id integer not null, country text not null, rank integer not null,
  offer_id integer not null, primary key (shop_id, country, rank)) without rowid;

-- Opinions of customers about the marketplace as a whole. mark: 1 to 5. created_on: ISO 8601 date. comment may be empty.
create table review (id integer primary key, language text not null, mark integer not null, created_on text not null,
  comment text not null);

-- Every product under its rank by popularity, which is the rowid of search_text: what is found first sells best.
-- Universal goods have ranks of their own above a thousand million.
create table search_product (rank integer primary key, product_id integer not null unique);
-- Words by language as search/fill-index.ts spells them; common: brand and numbers, the same in all languages.
create virtual table search_text using fts5 (de, fr, es, it, nl, common, content = '', detail = column,
  tokenize = 'unicode61 remove_diacritics 0', prefix = '2 3');
-- Vocabulary by language, '*' for words of all (brands, cars). weight: popularity of the best category of that name.
create table search_word (language text not null, word text not null, weight integer not null,
  primary key (language, word)) without rowid;
-- Ends of words, by which compounds are found, and their pieces of three letters, by which misspelt words are.
create table search_part (language text not null, part text not null, word text not null,
  primary key (language, part, word)) without rowid;
create table search_gram (language text not null, gram text not null, word text not null,
  primary key (language, gram, word)) without rowid;
-- Words of categories' names. title: 0 = its own, others from the synonyms. length: telling words of that name.
create table search_title (language text not null, word text not null, category_id integer not null,
  title integer not null, length integer not null, primary key (language, word, category_id, title)) without rowid;
-- kind and id: see search/vehicle-words.ts.
create table search_vehicle (word text not null, kind text not null, id integer not null,
  primary key (word, kind, id)) without rowid;
`;

/** Made after the rows are in: building an index over sorted rows is several times faster than keeping it up. */
export const catalogueIndexes = `
create index series_family_manufacturer on series_family (manufacturer_id);
create index series_page_manufacturer on series_page (manufacturer_id);
create index series_by_page on series (series_page_id);
create index series_by_manufacturer on series (manufacturer_id);
create index model_by_series on model (series_id);
create index model_by_page on model (series_page_id);
create index kba_key on kba (hsn, tsn);
create index kba_model on kba (model_number);
create index category_parent on category (parent_id, position);
create index product_leaf on product (category_id, popularity desc);
create index product_brand on product (brand_id, popularity desc, category_id);
create index product_number on product (norm_number);
create index product_ean on product (ean) where ean is not null;
create index oe_norm on oe_number (norm);
create index offer_product on offer (product_id, price);
create index offer_shop on offer (shop_id);
create index offer_change_due on offer_change (at);
`;
