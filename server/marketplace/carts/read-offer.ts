import type { z } from 'zod';
import type { cartArticle } from '../../contract/carts.js';
import type { Language } from '../../contract/languages.js';
import type { Locale } from '../../contract/locales.js';
import { type FitWire, fitOf } from '../catalogue/fit.js';
import { productImages, productTitle } from '../catalogue/product-wire.js';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import { languageOf } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';
import type { Model } from '../generation/vehicle-index.js';
import type { OfferRow } from '../offer-store/offer-tables.js';
import { type Shop, shopWire } from '../offer-store/shop-index.js';
import { offersById, offersNow } from '../prices/offers-now.js';
import { horsePower, modelNameIn } from '../vehicles/vehicle-wire.js';

export type CartArticleWire = z.input<typeof cartArticle>;

/** The line at the time of its adding: shown if the offer or its product has left the catalogue. */
export interface LineSnapshot {
  productId: string;
  title: string;
  brand: CartArticleWire['brand'];
  articleNumber: string;
  normNumber: string;
  image: CartArticleWire['image'];
  shop: ReturnType<typeof shopWire>;
  model: CartArticleWire['model'];
  /** Fit for the model, in the language at that time; shown only if the part or the vehicle is gone. */
  fit: FitWire;
}

/** An offer with its product and shop. */
export interface OfferEntry {
  offer: OfferRow;
  product: ProductTable;
  shop: Shop;
}

/** Reads the current offers by id, without those that are gone. */
export async function readOffers(generation: Generation, ids: readonly number[]): Promise<Map<number, OfferEntry>> {
  const entries = new Map<number, OfferEntry>();
  if (ids.length === 0) return entries;
  const offers = await offersNow(generation.offers, await offersById(generation.offers, ids));
  if (offers.length === 0) return entries;
  const productIds = [...new Set(offers.map((offer) => offer.product_id))];
  const products = await generation.db.selectFrom('product').selectAll().where('id', 'in', productIds).execute();
  const byId = new Map(products.map((product) => [product.id, product]));
  for (const offer of offers) {
    const product = byId.get(offer.product_id);
    const shop = generation.offers.shops.all.get(offer.shop_id);
    if (product && shop && generation.brands.has(product.brand_id)) entries.set(offer.id, { offer, product, shop });
  }
  return entries;
}

export const offersOfLines = (generation: Generation, lines: readonly { offer_id: number }[]) =>
  readOffers(
    generation,
    lines.map((line) => line.offer_id),
  );

/** Returns the parts of a line that follow from its product. */
export function productOfLine(generation: Generation, product: ProductTable, language: Language) {
  const brand = generation.brands.get(product.brand_id);
  const title = productTitle(generation, product, language);
  return {
    productId: String(product.id),
    title,
    brand: { name: brand?.name ?? '', seoName: brand?.seo_name ?? '' },
    articleNumber: product.article_number,
    normNumber: product.norm_number,
    image: productImages(product, title, true)[0],
  };
}

export const lineModel = (generation: Generation, model: Model, locale: Locale) => ({
  id: model.id,
  fullName: modelNameIn(generation.vehicles, model, locale),
  kw: model.kw,
  ps: horsePower(model.kw),
});

export async function snapshotOf(
  generation: Generation,
  { product, shop }: OfferEntry,
  model: Model | null,
  locale: Locale,
): Promise<LineSnapshot> {
  const language = languageOf(locale);
  return {
    ...productOfLine(generation, product, language),
    shop: shopWire(shop),
    model: model && lineModel(generation, model, locale),
    fit: await fitOf(generation, product, model, language),
  };
}
