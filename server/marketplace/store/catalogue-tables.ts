import type { GoodsKind } from '../../contract/articles.js';

/** The rows of a catalogue generation as Kysely sees them; the DDL and its meaning are in catalogue-schema.ts. */
type Flag = 0 | 1;

interface ManufacturerTable {
  id: number;
  name: string;
  slug: string;
  seo_name: string;
  popularity: string;
}
interface SeriesFamilyTable {
  id: number;
  manufacturer_id: number;
  name: string;
  slug: string;
}
interface SeriesPageTable {
  id: number;
  manufacturer_id: number;
  series_family_id: number;
  name: string;
  slug: string;
}
interface SeriesTable {
  id: number;
  manufacturer_id: number;
  series_page_id: number;
  name: string;
  slug: string;
  year_start: number | null;
  year_end: number | null;
  popularity: string;
}
interface ModelTable {
  number: number;
  id: string;
  manufacturer_id: number;
  series_page_id: number;
  series_id: number;
  name: string;
  full_name: string;
  kw: number;
  ccm: number;
  fuel: 'petrol' | 'diesel' | 'electric' | 'hybrid' | 'lpg' | 'cng';
  year_start: number | null;
  year_end: number | null;
  popularity: string;
}
interface KbaTable {
  kba_id: number;
  model_number: number;
  hsn: string;
  tsn: string;
}
interface CategoryTable {
  id: number;
  parent_id: number | null;
  top_parent_id: number | null;
  level: number;
  is_leaf: Flag;
  is_universal: Flag;
  leaf_number: number | null;
  kind: string;
  popularity: number;
  product_count: number;
  position: number;
}
interface CategoryTextTable {
  category_id: number;
  language: string;
  title: string;
  slug: string;
  seo_text: string;
  description: string;
}
interface BrandTable {
  id: number;
  name: string;
  slug: string;
  seo_name: string;
  description: string;
  address: string;
  email: string;
  eu_responsible: string | null;
  article_count: number;
  country: string;
}
interface CategoryGoodsTable {
  category_id: number;
  goods: GoodsKind;
}
interface TyreLabelTable {
  product_id: number;
  fuel: string;
  wet_grip: string;
  noise: number;
  noise_class: string;
  snow: Flag;
  ice: Flag;
  eprel: string;
}
type Condition = 'new' | 'remanufactured' | 'used';
export interface ProductTable {
  id: number;
  brand_id: number;
  category_id: number;
  norm_number: string;
  article_number: string;
  ean: string | null;
  title: string | null;
  kind: string;
  place: string | null;
  condition: Condition;
  attributes: string;
  warnings: string;
  base_amount: number | null;
  base_unit: string | null;
  popularity: number;
  photos: string | null;
}
interface ProductPriceTable {
  country: string;
  product_id: number;
  offer_id: number;
  price: number;
  total: number;
  refund: number;
  delivery_min: number;
  delivery_max: number;
  rating: number;
  offer_count: number;
}
interface LeafProductTable {
  category_id: number;
  rank: number;
  product_id: number;
}
interface LeafColumnTable {
  category_id: number;
  key: string;
  position: number;
  data: Uint8Array;
}
interface LeafPriceTable {
  category_id: number;
  country: string;
  data: Uint8Array;
}
interface FitmentTable {
  model_number: number;
  category_id: number;
  product_id: number;
  note_id: number;
}
interface ProductModelTable {
  product_id: number;
  model_number: number;
  note_id: number;
}
interface FitmentSeriesPageTable {
  series_page_id: number;
  category_id: number;
  product_id: number;
}
interface FitmentManufacturerTable {
  manufacturer_id: number;
  category_id: number;
  product_id: number;
}
interface OeNumberTable {
  product_id: number;
  manufacturer_id: number;
  number: string;
  norm: string;
}
interface DocumentTable {
  product_id: number;
  doc_no: string;
  lang_no: number;
  type_id: number;
  title: string;
  url: string;
}
interface ShopTable {
  id: number;
  name: string;
  slug: string;
  rating: number;
  rating_count: number;
  country: string;
  city: string;
  street: string;
  postcode: string;
  phone: string;
  email: string;
  register: string;
  vat_id: string;
  language: string;
  return_days: number;
  return_cost: number | null;
  terms: string;
  policy: string;
}
interface ShopRateTable {
  shop_id: number;
  country: string;
  tariff: number;
  free_from: number | null;
  days_min: number;
  days_max: number;
}
export interface OfferTable {
  id: number;
  product_id: number;
  shop_id: number;
  key: string;
  price: number;
  refund: number;
  surcharge: number;
  lowest30: number | null;
  stock: number;
  condition: Condition;
  handling_min: number;
  handling_max: number;
}
/** From `at` on (milliseconds since 1970) an offer costs `price` (cents), or has ended (null). */
export interface OfferChangeTable {
  offer_id: number;
  at: number;
  price: number | null;
}
interface ShopBestOfferTable {
  shop_id: number;
  country: string;
  rank: number;
  offer_id: number;
}
interface ReviewTable {
  id: number;
  language: string;
  mark: number;
  created_on: string;
  comment: string;
}
interface SearchProductTable {
  rank: number;
  product_id: number;
}

export interface CatalogueTables {
  meta: { key: string; value: string };
  manufacturer: ManufacturerTable;
  series_family: SeriesFamilyTable;
  series_page: SeriesPageTable;
  series: SeriesTable;
  model: ModelTable;
  kba: KbaTable;
  category: CategoryTable;
  category_text: CategoryTextTable;
  category_goods: CategoryGoodsTable;
  brand: BrandTable;
  product: ProductTable;
  tyre_label: TyreLabelTable;
  product_price: ProductPriceTable;
  leaf_product: LeafProductTable;
  leaf_column: LeafColumnTable;
  leaf_price: LeafPriceTable;
  fitment: FitmentTable;
  product_model: ProductModelTable;
  fitment_series_page: FitmentSeriesPageTable;
  fitment_manufacturer: FitmentManufacturerTable;
  fit_note: { id: number; text: string };
  oe_number: OeNumberTable;
  document: DocumentTable;
  shop: ShopTable;
  shop_rate: ShopRateTable;
  offer: OfferTable;
  offer_change: OfferChangeTable;
  withheld_offer: OfferTable;
  offer_fault: { offer_id: number; reason: string };
  shop_best_offer: ShopBestOfferTable;
  review: ReviewTable;
  search_product: SearchProductTable;
}
