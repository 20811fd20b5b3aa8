import type { z } from 'zod';
import { cents, toEuros } from '../../contract/money.js';
import type { offer } from '../../contract/offers.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { packSizeOf, packsFor } from '../catalogue/amount.js';
import { fitOf } from '../catalogue/fit.js';
import { basePriceWire } from '../catalogue/product-wire.js';
import type { CatalogueTables } from '../catalogue-file/catalogue-tables.js';
import { languageOf } from '../catalogue-texts/texts.js';
import { idsOf } from '../files/node-sqlite.js';
import type { Generation } from '../generation/generation.js';
import type { CallContext, DependsOn } from '../http/handler.js';
import { noPrice } from '../offer-store/offer-summary.js';
import type { OfferRow } from '../offer-store/offer-tables.js';
import { dayText } from '../offer-store/price-history.js';
import { type Shop, shopWire } from '../offer-store/shop-index.js';
import { nextChangeOf, offersNow, offersOf } from '../prices/offers-now.js';
import { compareQuoted, quote } from '../prices/quote.js';
import { isPrecomputed } from '../shipping/edition-countries.js';
import { optionalModel } from '../vehicles/context.js';

type OfferWire = z.input<typeof offer>;

/**
 * Offers of a product by the price of as many packs as are wanted; those that have fewer, then those that do not ship
 * to the country last (D16, D74). None for a part outside of the context asked for.
 * @param context its `announceEnd` is told when the first of them changes, where one is known to
 */
export async function listOffers(
  generation: Generation,
  request: Request<'offers'>,
  { announceEnd, dependsOn }: Pick<CallContext, 'announceEnd' | 'dependsOn'>,
): Promise<Wire<'offers'>> {
  const productId = Number(request.sparePartId);
  dependsOn('product', [productId]);
  const product = await generation.db
    .selectFrom('product')
    .select(['id', 'brand_id', 'category_id', 'kind', 'attributes', 'base_amount', 'base_unit'])
    .where('id', '=', productId)
    .executeTakeFirst();
  if (!product) throw new ProblemError('not_found', 'unknown product');
  const model = optionalModel(generation, request.modelId);
  const verdict = model && { fit: await fitOf(generation, product, model, languageOf(request.locale)) };
  const packs = packsFor(request.quantity, packSizeOf(product));
  if (!(await isInContext(generation, product, request))) return { ...verdict, packs, offers: [], shops: [] };
  const country = request.deliveryCountry ?? request.country;
  const { offers: live } = generation;
  const known = await offersOf(live, [productId]);
  const now = live.clock.now();
  const rows = await offersNow(live, known, now);
  const next = await nextChangeOf(live, known, now);
  if (next !== null) announceEnd(next);
  const entries = rows.flatMap((row) => {
    const shop = live.shops.all.get(row.shop_id);
    return shop ? [{ row, shop, quoted: quote(live, row, country, packs) }] : [];
  });
  entries.sort((a, b) =>
    a.quoted && b.quoted
      ? compareQuoted(live, { offer: a.row, quoted: a.quoted }, { offer: b.row, quoted: b.quoted })
      : Number(a.quoted === null) - Number(b.quoted === null) ||
        a.row.price - b.row.price ||
        b.shop.rating - a.shop.rating ||
        a.row.id - b.row.id,
  );
  const offers = entries.map(({ row, shop, quoted }) =>
    offerWire(row, shop, { quoted, pack: quote(live, row, country, 1) }, basePriceWire(product, row.price)),
  );
  const shops = [...new Set(entries.map(({ shop }) => shop))];
  dependsOn('trader', idsOf(shops));
  shops.sort((a, b) => b.rating - a.rating || b.rating_count - a.rating_count || a.id - b.id);
  return { ...verdict, packs, offers, shops: shops.map(shopWire) };
}

function offerWire(
  row: OfferRow,
  shop: Shop,
  { quoted, pack }: Record<'quoted' | 'pack', ReturnType<typeof quote>>,
  basePrice: OfferWire['basePrice'],
): OfferWire {
  const id = String(row.id);
  return {
    id,
    offerId: id,
    shop: shopWire(shop),
    price: toEuros(cents(row.price)),
    shipping: pack && toEuros(cents(pack.shipping)),
    totalPrice: pack && toEuros(cents(pack.total)),
    amount: quoted && {
      goods: toEuros(cents(quoted.total - quoted.shipping)),
      shipping: toEuros(cents(quoted.shipping)),
      total: toEuros(cents(quoted.total)),
    },
    refund: toEuros(cents(row.refund)),
    basePrice,
    lowest30: row.lowest30 === null ? null : toEuros(cents(row.lowest30)),
    deliveryDays: quoted && { min: quoted.deliveryMin, max: quoted.deliveryMax },
    stock: row.stock,
    condition: row.condition,
    returnCost: { cost: shop.return_cost === null ? null : toEuros(cents(shop.return_cost)), days: shop.return_days },
  };
}

type ContextProduct = Pick<CatalogueTables['product'], 'id' | 'brand_id' | 'category_id'>;

/** Whether a part belongs to everything that offers are asked in the context of (specification 3). */
async function isInContext(
  generation: Generation,
  product: ContextProduct,
  request: Request<'offers'>,
): Promise<boolean> {
  const { brand, topLevelCategory } = request;
  const category = generation.categories.all.get(product.category_id);
  if (!category) return false;
  const path = [...generation.categories.ancestors(category), category];
  if (brand !== undefined && product.brand_id !== Number(brand)) return false;
  for (const requested of [request.category, request.categoryId])
    if (requested !== undefined && !path.some(({ id }) => id === Number(requested))) return false;
  if (topLevelCategory !== undefined && path[0]?.id !== Number(topLevelCategory)) return false;
  return category.is_universal === 1 || fitsVehicle(generation, product.id, request);
}

async function fitsVehicle(
  { db, vehicles }: Generation,
  productId: number,
  { vehicleManufacturerId, vehicleSeriesGroupId, vehicleModelId }: Request<'offers'>,
): Promise<boolean> {
  const wanted = [
    vehicleManufacturerId !== undefined &&
      db
        .selectFrom('fitment_manufacturer')
        .select('product_id')
        .where('manufacturer_id', '=', Number(vehicleManufacturerId))
        .where('product_id', '=', productId)
        .limit(1),
    vehicleSeriesGroupId !== undefined &&
      db
        .selectFrom('fitment_series_page')
        .select('product_id')
        .where('series_page_id', '=', Number(vehicleSeriesGroupId))
        .where('product_id', '=', productId)
        .limit(1),
    vehicleModelId !== undefined &&
      db
        .selectFrom('product_model')
        .select('product_id')
        .where('product_id', '=', productId)
        .where('model_number', '=', vehicles.model(vehicleModelId)?.number ?? 0)
        .limit(1),
  ];
  for (const query of wanted) if (query && !(await query.executeTakeFirst())) return false;
  return true;
}

/** The lowest prices of an article to the door for a year, the last one as of now. @throws ProblemError `not_found` */
export async function getPriceHistory(
  { db, offers }: Generation,
  { id, country }: Request<'priceHistory'>,
  dependsOn: DependsOn,
): Promise<Wire<'priceHistory'>> {
  const product = await db.selectFrom('product').select('id').where('id', '=', Number(id)).executeTakeFirst();
  if (!product) throw new ProblemError('not_found', 'unknown product');
  if (!isPrecomputed(country)) return { steps: [] };
  dependsOn('best', [product.id]);
  const steps = offers.priceHistory(product.id, country);
  const total = offers.best.of(country).totals[product.id] ?? noPrice;
  const now = { from: dayText(offers.clock.now()), total: total === noPrice ? null : total };
  if (steps.at(-1)?.total !== now.total) steps.push(now);
  return {
    steps: steps.map((step) => ({ from: step.from, total: step.total === null ? null : toEuros(cents(step.total)) })),
  };
}
