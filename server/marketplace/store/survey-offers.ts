import type { DatabaseSync } from 'node:sqlite';
import { parcelShipping, type Rate } from '../shipping/shipping.js';
import { editionCountries } from './edition-countries.js';
import { noPrice } from './leaf-format.js';
import { readShopRates, type ShopRates } from './shop-rates.js';

/**
 * The cheapest offer of each product to the door of one country, by product id; on a tie the quicker one, then that of the
 * better rated shop, then the older one (D62). Money in cents, days of work from ordering to the door.
 */
export interface CheapestOffers {
  readonly country: string;
  /** 0 = nobody ships the product there. */
  readonly offer: Uint32Array;
  readonly shop: Uint32Array;
  readonly price: Uint32Array;
  readonly total: Uint32Array;
  readonly refund: Uint32Array;
  readonly daysMin: Uint16Array;
  readonly daysMax: Uint16Array;
  /** How many offers are shipped there. */
  readonly count: Uint16Array;
}

/** What all offers together tell of each product. */
export interface OfferSurvey {
  /** Highest id of a product. */
  readonly last: number;
  readonly shops: ReadonlyMap<number, ShopRates>;
  /** One for each edition country. */
  readonly cheapest: readonly CheapestOffers[];
  /** Sets of countries that shops ship to, as sorted codes with commas; the first is the empty one. */
  readonly countrySets: readonly string[];
  /** By product id, the place in `countrySets` of the countries that somebody ships it to. */
  readonly countrySet: Uint32Array;
  /** By product id, the lowest price of the goods; `noPrice` = no offer. */
  readonly lowest: Uint32Array;
}

type OfferRow = [
  id: number,
  product: number,
  shop: number,
  price: number,
  refund: number,
  surcharge: number,
  handlingMin: number,
  handlingMax: number,
];

/** Reads all offers once, in the order of their ids; holds some two hundred bytes per product. */
export function surveyOffers(database: DatabaseSync): OfferSurvey {
  const shops = readShopRates(database);
  const last = Number(database.prepare('select max(id) as id from product').get()?.id ?? 0);
  const cheapest = editionCountries.map((country) => noOffers(country, last + 1));
  const served = new Map([...shops].map(([id, shop]) => [id, servedBy(shop, cheapest)]));
  const sets = new CountrySets(shops);
  const countrySet = new Uint32Array(last + 1);
  const lowest = new Uint32Array(last + 1).fill(noPrice);
  const offers = database.prepare(
    'select id, product_id, shop_id, price, refund, surcharge, handling_min, handling_max from offer order by id',
  );
  offers.setReturnArrays(true);
  for (const offer of offers.iterate() as Iterable<unknown> as Iterable<OfferRow>) {
    const [, product, shop, price] = offer;
    countrySet[product] = sets.united(countrySet[product] as number, shop);
    if (price < (lowest[product] as number)) lowest[product] = price;
    for (const destination of served.get(shop) ?? []) consider(destination, offer, shops);
  }
  return { last, shops, cheapest, countrySets: sets.names, countrySet, lowest };
}

/** An edition country that a shop ships to. */
interface Destination {
  readonly own: CheapestOffers;
  readonly rate: Rate;
  readonly rating: number;
}

function servedBy({ rates, rating }: ShopRates, cheapest: readonly CheapestOffers[]): Destination[] {
  return cheapest.flatMap((own) => {
    const rate = rates.get(own.country);
    return rate ? [{ own, rate, rating }] : [];
  });
}

function noOffers(country: string, count: number): CheapestOffers {
  return {
    country,
    offer: new Uint32Array(count),
    shop: new Uint32Array(count),
    price: new Uint32Array(count),
    total: new Uint32Array(count),
    refund: new Uint32Array(count),
    daysMin: new Uint16Array(count),
    daysMax: new Uint16Array(count),
    count: new Uint16Array(count),
  };
}

function consider(
  { own, rate, rating }: Destination,
  [id, product, shop, price, refund, surcharge, handlingMin, handlingMax]: OfferRow,
  shops: ReadonlyMap<number, ShopRates>,
): void {
  const total = price + parcelShipping(rate, [{ price, surcharge, quantity: 1 }]);
  const daysMax = handlingMax + rate.daysMax;
  const isFirst = own.count[product] === 0;
  own.count[product] = (own.count[product] as number) + 1;
  if (!isFirst) {
    const difference =
      total - (own.total[product] as number) ||
      daysMax - (own.daysMax[product] as number) ||
      (shops.get(own.shop[product] as number)?.rating ?? 0) - rating;
    if (difference >= 0) return;
  }
  own.offer[product] = id;
  own.shop[product] = shop;
  own.price[product] = price;
  own.total[product] = total;
  own.refund[product] = refund;
  own.daysMin[product] = handlingMin + rate.daysMin;
  own.daysMax[product] = daysMax;
}

/** Sets of countries as small numbers; 0 is the empty one. There are few, since shops are. */
class CountrySets {
  readonly names: string[] = [''];
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly #unions = new Map<number, Map<number, number>>();

  constructor(private readonly shops: ReadonlyMap<number, ShopRates>) {}

  united(set: number, shop: number): number {
    let unions = this.#unions.get(shop);
    if (!unions) {
      unions = new Map();
      this.#unions.set(shop, unions);
    }
    const known = unions.get(set);
    if (known !== undefined) return known;
    const before = this.names[set]?.split(',').filter(Boolean) ?? [];
    const name = [...new Set([...before, ...(this.shops.get(shop)?.rates.keys() ?? [])])].sort().join(',');
    const number = this.#numbers.get(name) ?? this.names.push(name) - 1;
    this.#numbers.set(name, number);
    unions.set(set, number);
    return number;
  }
}
