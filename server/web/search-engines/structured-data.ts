import type { Crumb } from '../../../views/models.js';
import type { Article, Image } from '../../contract/articles.js';
import { type Cents, toEuros } from '../../contract/money.js';
import type { Offer, Offers } from '../../contract/offers.js';
import type { Identity } from '../../shop-file/identity.js';

/** A schema.org entity as JSON-LD. */
export type SchemaOrgThing = { readonly '@type': string } & Readonly<Record<string, unknown>>;
/** Makes a path of the page's edition absolute (D56). */
export type Absolute = (address: string) => string;

const conditions = {
  new: 'https://schema.org/NewCondition',
  remanufactured: 'https://schema.org/RefurbishedCondition',
  used: 'https://schema.org/UsedCondition',
} as const;

const price = (value: Cents): string => toEuros(value).toFixed(2);

export function breadcrumbs(crumbs: readonly Crumb[], absolute: Absolute): SchemaOrgThing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: absolute(href),
    })),
  };
}

/** One of several offers. Search engines read no parcels and no terms of return inside an `AggregateOffer`. */
function offerOf(offer: Offer): SchemaOrgThing {
  return {
    '@type': 'Offer',
    priceCurrency: 'EUR',
    price: price(offer.price),
    availability: offer.stock !== 0 ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
    itemCondition: conditions[offer.condition],
    seller: { '@type': 'Organization', name: offer.shop.name },
  };
}

/** Returns a product with the offers that reach the visitor's country. Products have no rating of their own (D25). */
export function product(
  { product: item, category }: Article,
  { offers }: Offers,
  address: string,
  absolute: Absolute,
  picture: (image: Image) => string,
): SchemaOrgThing {
  const url = absolute(address);
  const deliverable = offers.filter(({ totalPrice }) => totalPrice !== null);
  const prices = deliverable.map((offer) => offer.price as number).sort((a, b) => a - b);
  const [low] = prices;
  const high = prices.at(-1);
  return {
    '@type': 'Product',
    name: `${item.manufacturer.name} ${item.articleNumber} ${item.title}`,
    url,
    sku: item.normNumber,
    mpn: item.articleNumber,
    ...(item.ean && /^(\d{8}|\d{12,14})$/.test(item.ean) && { gtin: item.ean }),
    brand: { '@type': 'Brand', name: item.manufacturer.name },
    category: category.title,
    image: item.images.map((image) => absolute(picture(image))),
    ...(low !== undefined &&
      high !== undefined && {
        offers: {
          '@type': 'AggregateOffer',
          url,
          priceCurrency: 'EUR',
          lowPrice: price(low as Cents),
          highPrice: price(high as Cents),
          offerCount: deliverable.length,
          // The cheapest alone: each costs every visitor bytes.
          offers: deliverable.slice(0, 1).map(offerOf),
        },
      }),
  };
}

interface Site {
  name: string;
  /** Language tag (BCP 47). */
  language: string;
  home: string;
  search: string;
  icon: string;
  email: string | null;
  identity: Identity;
}

/** Returns the shop and its search, for the home page. */
export function site(
  { name, language, home, search, icon, email, identity }: Site,
  absolute: Absolute,
): SchemaOrgThing[] {
  const url = absolute(home);
  return [
    {
      '@type': 'WebSite',
      name,
      url,
      inLanguage: language,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${absolute(search)}?query={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
    {
      '@type': 'Organization',
      name,
      url,
      logo: absolute(icon),
      ...(identity.company && { legalName: identity.company }),
      ...(identity.address && { address: identity.address }),
      ...(identity.vatId && { vatID: identity.vatId }),
      ...((email || identity.phone) && {
        contactPoint: {
          '@type': 'ContactPoint',
          contactType: 'customer support',
          ...(email && { email }),
          ...(identity.phone && { telephone: identity.phone }),
        },
      }),
    },
  ];
}

/** Returns all entities as content of one script element; an escaped `<` keeps it from ending early. */
export function jsonLd(entities: readonly SchemaOrgThing[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': entities }).replaceAll('<', '\\u003c');
}
