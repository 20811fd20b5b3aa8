import type { Language } from '../../contract/languages.js';
import { cents, toEuros } from '../../contract/money.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { productList, readProducts } from '../catalogue/product-list.js';
import { editionCountry, languageOf } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';
import type { DependsOn } from '../http/handler.js';
import { returnPolicyOf, type Shop, shopWire } from '../offer-store/shop-index.js';
import { offersById, offersNow } from '../prices/offers-now.js';
import { type BestQuoted, bestOffers, onePack, quote } from '../prices/quote.js';
import { isPrecomputed } from '../shipping/edition-countries.js';
import { shopBestOffers } from './shop-best-offers.js';

/** Finds a shop by the slug of its address, in any case. @throws ProblemError `not_found` */
function shopOf(generation: Generation, slug: string): Shop {
  const shop = generation.offers.shops.bySlug.get(slug.toLowerCase());
  if (!shop) throw new ProblemError('not_found', 'unknown shop');
  return shop;
}

/** Returns a shop with its trader's identity, countries and best offers. */
export async function getShop(
  generation: Generation,
  request: Request<'shop'>,
  dependsOn: DependsOn,
): Promise<Wire<'shop'>> {
  const shop = shopOf(generation, request.slug);
  dependsOn('shop', [shop.id]);
  const { offers } = await generation.offers.db
    .selectFrom('shop')
    .select('offers')
    .where('id', '=', shop.id)
    .executeTakeFirstOrThrow();
  const identity = [shop.name, shop.street, shop.postcode, shop.city, shop.phone, shop.email, shop.register];
  return {
    ...shopWire(shop),
    street: shop.street,
    postcode: shop.postcode,
    phone: shop.phone,
    email: shop.email,
    register: shop.register,
    vatId: shop.vat_id,
    language: shop.language as Language,
    isComplete: [...identity, shop.vat_id].every((text) => text.trim() !== ''),
    offerCount: offers,
    returns: shop.return_payer === '' ? null : returnPolicyOf(shop),
    countries: countriesOf(generation, shop),
    bestOffers: await shownOffers(generation, shop, request, dependsOn),
  };
}

/** Returns the countries of a shop with their tariffs, the cheapest first. */
export function countriesOf({ offers: { shops } }: Generation, shop: Shop): Wire<'shop'>['countries'] {
  const rates = shops.ratesOf(shop.id);
  rates.sort((a, b) => a.rate.tariff - b.rate.tariff || (a.country < b.country ? -1 : 1));
  return rates.map(({ country, rate }) => ({
    country,
    tariff: toEuros(cents(rate.tariff)),
    freeFrom: rate.freeFrom === null ? null : toEuros(cents(rate.freeFrom)),
    days: { min: rate.daysMin, max: rate.daysMax },
  }));
}

/**
 * Returns the shop's best offers at its own prices. Edition countries have stored choices (D62); other countries use
 * that of the edition or of the shop's country. Empty if the shop does not ship.
 */
async function shownOffers(
  generation: Generation,
  shop: Shop,
  { country, locale }: Request<'shop'>,
  dependsOn: DependsOn,
): Promise<Wire<'shop'>['bestOffers']> {
  const { offers } = generation;
  if (!offers.shops.rate(shop.id, country)) return [];
  const choices = isPrecomputed(country) ? [country] : [editionCountry(locale), shop.country];
  const chosen = choices.find((each) => offers.shops.rate(shop.id, each));
  if (!chosen || !isPrecomputed(chosen)) return [];
  const ranked = await shopBestOffers(generation, shop.id, chosen);
  const sold = (await offersById(offers, ranked)).filter(({ withheld }) => withheld === 0);
  const known = new Map(sold.map((row) => [row.id, row]));
  const stored = ranked.flatMap((id) => known.get(id) ?? []);
  const rows = await offersNow(offers, stored);
  const ids = [...new Set(rows.map((row) => row.product_id))];
  // The response contains the number of other offers.
  dependsOn('best', ids);
  const market = await bestOffers(generation, ids, country, onePack);
  const own = new Map<number, BestQuoted>();
  for (const offer of rows) {
    const quoted = quote(offers, offer, country, 1);
    if (!quoted || own.has(offer.product_id)) continue;
    own.set(offer.product_id, { offer, quoted, count: market.get(offer.product_id)?.count ?? 1 });
  }
  const products = await readProducts(generation, ids);
  const audience = { language: languageOf(locale), country, model: null };
  return productList(generation, products, audience, dependsOn, own);
}

/** Returns the terms or the cancellation policy of a shop as sanitised HTML. */
export async function getShopText(
  generation: Generation,
  request: Request<'shopText'>,
  dependsOn: DependsOn,
): Promise<Wire<'shopText'>> {
  const shop = shopOf(generation, request.slug);
  dependsOn('shop', [shop.id]);
  const row = await generation.offers.db
    .selectFrom('shop')
    .select(['terms', 'policy'])
    .where('id', '=', shop.id)
    .executeTakeFirstOrThrow();
  return {
    shop: { id: String(shop.id), name: shop.name, slug: shop.slug },
    language: shop.language as Language,
    html: generation.offers.textOverrides.of('shop', shop.id, request.text, '') ?? row[request.text],
  };
}
