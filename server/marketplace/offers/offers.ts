import { sql } from 'kysely';
import type { z } from 'zod';
import { cents, toEuros } from '../../contract/money.js';
import type { offer } from '../../contract/offers.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { packSizeOf, packsFor } from '../catalogue/amount.js';
import { fitOf } from '../catalogue/fit.js';
import { requireProduct } from '../catalogue/fitting-vehicles.js';
import { basePriceWire } from '../catalogue/product-wire.js';
import type { CatalogueTables } from '../catalogue-file/catalogue-tables.js';
import { languageOf } from '../catalogue-texts/texts.js';
import { idsOf } from '../files/node-sqlite.js';
import type { Generation } from '../generation/generation.js';
import type { CallContext, DependsOn } from '../http/handler.js';
import { noPrice } from '../offer-store/offer-summary.js';
import type { OfferRow } from '../offer-store/offer-tables.js';
import { dayText } from '../offer-store/price-history.js';
import { returnPolicyOf, type Shop, shopWire } from '../offer-store/shop-index.js';
import { statedDays, statedStock } from '../offer-store/unknown-facts.js';
import { nextChangeOf, offersNow, offersOf } from '../prices/offers-now.js';
import { compareQuoted, quote } from '../prices/quote.js';
import { isPrecomputed } from '../shipping/edition-countries.js';
import { optionalModel } from '../vehicles/context.js';

type OfferWire = z.input<typeof offer>;

/**
 * Lists the offers of a product by price for the wanted packs. Those with fewer packs come next, then those that do not
 * ship to the country (D16, D74). Empty for a part outside the requested context.
 * @param context its `announceEnd` gets the time of the first announced change
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
    deliveryDays: quoted && statedDays(quoted.deliveryMin, quoted.deliveryMax),
    stock: statedStock(row.stock),
    condition: row.condition,
    returnCost: returnPolicyOf(shop),
  };
}

type ContextProduct = Pick<CatalogueTables['product'], 'id' | 'brand_id' | 'category_id'>;

/** Returns whether a part is within the requested context (specification 3). */
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
  const model = vehicleModelId === undefined ? undefined : (vehicles.model(vehicleModelId)?.number ?? 0);
  const wanted = [
    ['fitment_manufacturer', 'manufacturer_id', vehicleManufacturerId],
    ['fitment_series_page', 'series_page_id', vehicleSeriesGroupId],
    ['product_model', 'model_number', model],
  ] as const;
  for (const [table, column, id] of wanted) {
    if (id === undefined) continue;
    const { rows } = await sql`select 1 from ${sql.table(table)}
      where ${sql.ref(column)} = ${Number(id)} and product_id = ${productId} limit 1`.execute(db);
    if (rows.length === 0) return false;
  }
  return true;
}

/**
 * Returns the lowest delivered prices of an article for a year, the current one last.
 * @throws ProblemError `not_found`
 */
export async function getPriceHistory(
  { db, offers }: Generation,
  { id, country }: Request<'priceHistory'>,
  dependsOn: DependsOn,
): Promise<Wire<'priceHistory'>> {
  const productId = Number(id);
  await requireProduct(db, productId);
  if (!isPrecomputed(country)) return { steps: [] };
  dependsOn('best', [productId]);
  const steps = offers.priceHistory(productId, country);
  const total = offers.best.of(country).totals[productId] ?? noPrice;
  const now = { from: dayText(offers.clock.now()), total: total === noPrice ? null : total };
  if (steps.at(-1)?.total !== now.total) steps.push(now);
  return { steps: steps.map(({ from, total }) => ({ from, total: total === null ? null : toEuros(cents(total)) })) };
}
