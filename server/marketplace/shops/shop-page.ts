import type { Language } from '../../contract/languages.js';
import { cents, toEuros } from '../../contract/money.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { productList, readProducts } from '../catalogue/product-list.js';
import { editionCountry, languageOf } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';
import type { DependsOn } from '../http/handler.js';
import { type Shop, shopWire } from '../offer-store/shop-index.js';
import { offersById, offersNow } from '../prices/offers-now.js';
import type { LowestPrice } from '../prices/quote.js';
import { lowestPrices, onePack, quote, shownPrice } from '../prices/quote.js';
import { isPrecomputed } from '../shipping/edition-countries.js';
import { shopBestOffers } from './shop-best-offers.js';

/** A shop by the slug of its address, in any case. @throws ProblemError `not_found` */
function shopOf(generation: Generation, slug: string): Shop {
  const shop = generation.offers.shops.bySlug.get(slug.toLowerCase());
  if (!shop) throw new ProblemError('not_found', 'unknown shop');
  return shop;
}

/** A shop with its trader's identity, where it ships to and its best offers for the country. */
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
    returns: { days: shop.return_days, cost: shop.return_cost === null ? null : toEuros(cents(shop.return_cost)) },
    countries: countriesOf(generation, shop),
    bestOffers: await bestOffers(generation, shop, request, dependsOn),
  };
}

function countriesOf({ offers: { shops } }: Generation, shop: Shop): Wire<'shop'>['countries'] {
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
 * The shop's best offers with what this shop asks for them. They are chosen for the edition countries (D62); for any
 * other country the choice is that of the edition or of the shop's own country. Empty where the shop does not ship.
 */
async function bestOffers(
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
  const rows = await offersNow(
    offers,
    ranked.flatMap((id) => known.get(id) ?? []),
  );
  const ids = [...new Set(rows.map((row) => row.product_id))];
  // How many others offer them is told beside.
  dependsOn('best', ids);
  const market = await lowestPrices(generation, ids, country, onePack);
  const own = new Map<number, LowestPrice>();
  for (const row of rows) {
    const quoted = quote(offers, row, country, 1);
    if (!quoted || own.has(row.product_id)) continue;
    own.set(row.product_id, shownPrice(row, quoted, market.get(row.product_id)?.offer_count ?? 1));
  }
  const products = await readProducts(generation, ids);
  const audience = { language: languageOf(locale), country, model: null };
  return productList(generation, products, audience, dependsOn, own);
}

/** Terms or cancellation policy of a shop, as its import has sanitised them. */
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
