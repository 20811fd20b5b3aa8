import type { z } from 'zod';
import type { image, product } from '../../contract/articles.js';
import type { Language } from '../../contract/languages.js';
import { cents, toEuros } from '../../contract/money.js';
import { drawnLetters, drawnOnly } from '../../drawings/draw.js';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import { attributeHead, attributeLabel, attributeValue } from '../catalogue-texts/own-attributes.js';
import { positionTexts } from '../catalogue-texts/own-texts.js';
import { parseTexts, textIn } from '../catalogue-texts/texts.js';
import type { Category } from '../generation/category-index.js';
import type { Generation } from '../generation/generation.js';
import { returnPolicyOf } from '../offer-store/shop-index.js';
import { statedDays, statedRating } from '../offer-store/unknown-facts.js';
import type { BestQuoted } from '../prices/quote.js';
import { packSizeOf } from './amount.js';
import { type DrawnRow, drawnAttributes, durabilityOf, storedAttributes } from './drawing-attributes.js';
import type { FitWire } from './fit.js';
import { photographAddress } from './pictures.js';

export type ProductWire = z.input<typeof product>;
type ImageWire = z.input<typeof image>;

/** Longest `a` that the picture call accepts. */
const longestPicture = 512;

/** Returns the title of a product: its own, or the category's title for one piece with the place on the car. */
export function productTitle(
  generation: Generation,
  row: Pick<ProductTable, 'id' | 'title' | 'category_id' | 'kind' | 'place'>,
  language: Language,
): string {
  const corrected = generation.offers.textOverrides.of('product', row.id, 'title', language);
  if (corrected !== undefined) return corrected;
  if (row.title !== null) return textIn(parseTexts(row.title), language);
  const category = generation.categories.all.get(row.category_id) as Category;
  const place = positionTexts(row.place, row.kind, language);
  const { title: several, single_title } = category.texts[language];
  const title = single_title || several;
  return place === null ? title : `${title}, ${place}`;
}

/** Returns the drawing that shows a product's own measures. */
function productImage(row: DrawnRow, alt: string, small: boolean): ImageWire {
  let described = '';
  for (const [key, value] of drawnOnly(row.kind, drawnAttributes(row), small)) {
    const pair = `${key}:${value}`;
    const longer = described === '' ? pair : `${described};${pair}`;
    if (longer.length > longestPicture) break;
    described = longer;
  }
  const a = encodeURIComponent(described).replaceAll('%3A', ':').replaceAll('%3B', ';');
  return { url: `/api/Bilder/${row.kind}.svg?a=${a}${small ? '&small=1' : ''}`, width: 400, height: 300, alt };
}

/** Feeds seldom state the size of photographs; the shop never enlarges one. */
const photographed = { width: 960, height: 720 };

/** Returns the merchant's photographs, each with the drawing as its replacement; without photographs the drawing. */
export function productImages(
  row: DrawnRow & Pick<ProductTable, 'id' | 'photos'>,
  alt: string,
  small: boolean,
): [ImageWire, ...ImageWire[]] {
  const image = productImage(row, alt, small);
  const photos = row.photos === null ? [] : (JSON.parse(row.photos) as string[]);
  const [first, ...others] = photos.map((named) => ({
    ...photographed,
    url: photographAddress(row, named),
    alt,
    drawing: image.url,
  }));
  if (!first) return [image];
  return small ? [first] : [first, ...others, image];
}

function attributesWire({ attributes }: Generation, row: DrawnRow, language: Language): ProductWire['attributes'] {
  const letters = drawnLetters(row.kind, Object.fromEntries(drawnAttributes(row)));
  return storedAttributes(row).map(([key, value, unit]) => ({
    key,
    label: attributeLabel(attributes, key, language),
    head: attributeHead(attributes, key, language),
    ...attributeValue(attributes, key, String(value), unit, language),
    letter: letters.get(key) ?? null,
  }));
}

/** Returns the price per litre or kilogram in euros, rounded to the cent (PAngV § 4). @param price cents */
export function basePriceWire(
  row: Pick<ProductTable, 'base_amount' | 'base_unit'>,
  price: number,
): ProductWire['basePrice'] {
  if (!row.base_amount || !row.base_unit) return null;
  return { value: toEuros(cents(Math.round((price * 1000) / row.base_amount))), unit: row.base_unit };
}

/** Describes a product for one language, one delivery country (in `best`) and one vehicle (in `fit`). */
export function productWire(
  generation: Generation,
  row: ProductTable,
  best: BestQuoted | null,
  fit: FitWire,
  language: Language,
): ProductWire {
  const category = generation.categories.all.get(row.category_id) as Category;
  const brand = generation.brands.get(row.brand_id);
  if (!brand) throw new Error(`product ${row.id} has no brand ${row.brand_id}`);
  const title = productTitle(generation, row, language);
  const shop = best && generation.offers.shops.all.get(best.offer.shop_id);
  return {
    id: String(row.id),
    offerId: best && String(best.offer.id),
    title,
    normNumber: row.norm_number,
    articleNumber: row.article_number,
    ean: row.ean,
    manufacturer: { id: String(brand.id), name: brand.name, seoName: brand.seo_name, logo: null },
    smallImages: productImages(row, title, true),
    type: { id: String(category.id), title: category.texts[language].title },
    attributes: attributesWire(generation, row, language),
    fit,
    lowestPrice: best && toEuros(cents(best.offer.price)),
    lowestTotal: best && toEuros(cents(best.quoted.total)),
    refund: toEuros(cents(best?.offer.refund ?? 0)),
    basePrice: best && basePriceWire(row, best.offer.price),
    deliveryDays: best && statedDays(best.quoted.deliveryMin, best.quoted.deliveryMax),
    offerCount: best?.count ?? 0,
    seller: shop ? { rating: statedRating(shop.rating), returnCost: returnPolicyOf(shop).cost } : null,
    guaranteeYears: durabilityOf(row)?.years ?? null,
    condition: row.condition,
    isUniversal: category.is_universal === 1,
    usualPieces: category.usual_quantity,
    packSize: packSizeOf(row),
    packs: best?.quoted.packs ?? 1,
    isShort: best?.quoted.isShort ?? false,
  };
}
