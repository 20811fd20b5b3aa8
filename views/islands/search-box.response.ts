import type { ProductSuggestion } from '../../server/contract/search.js';

/** One thing to choose: words, and the address that the server has made for it. */
export interface Suggestion {
  label: string;
  href: string;
  /** Shown in small print beside the label: brand and number of a product. */
  detail?: string;
  image?: string;
}
export const groupNames = ['vehicleSpecific', 'universal', 'specific', 'products', 'vehicles'] as const;
export type GroupName = (typeof groupNames)[number];
export interface SuggestionGroup {
  name: GroupName;
  /** The car that the group is for, where it is for one. */
  vehicle?: string;
  entries: Suggestion[];
}

export const mostPerGroup = 5;

/** Of those, places that products for every car have beside those for one. */
const mostUniversal = 2;

interface WireNamed {
  label: string;
  href: string;
}
type WireProduct = Pick<ProductSuggestion, 'title' | 'articleNumber' | 'brand' | 'image'> & { href: string };
/** What the call answers, as far as the box reads it. */
type Wire = Record<'vehicleSpecific' | 'universal' | 'specific' | 'vehicles', WireNamed[]> &
  Record<'products' | 'universalProducts', WireProduct[]> & { vehicle: WireNamed | null };

/** An address of this shop; anything else in a response is rubbish. */
function ownAddress(href: unknown): string {
  if (typeof href === 'string' && /^\/(?!\/)/.test(href)) return href;
  throw new TypeError('suggestion without an address of its own');
}
const named = ({ label, href }: WireNamed): Suggestion => ({
  label: String(label),
  href: ownAddress(href),
});
const product = ({ title, articleNumber, brand, image, href }: WireProduct): Suggestion => ({
  label: String(title),
  detail: `${brand.name} ${articleNumber}`,
  href: ownAddress(href),
  image: String(image.url),
});

/** Products for every car are found as well as those for one: where both are many, they share the places. */
function shared(products: readonly WireProduct[], universal: readonly WireProduct[]): WireProduct[] {
  const own = Math.max(mostPerGroup - Math.min(universal.length, mostUniversal), 0);
  return [...products.slice(0, own), ...universal, ...products.slice(own)];
}

/** The groups of a response in order, none empty, five entries each. @throws TypeError for another response */
export function readSuggestions(response: unknown): SuggestionGroup[] {
  const wire = response as Wire;
  const all: Record<GroupName, Suggestion[]> = {
    vehicleSpecific: wire.vehicleSpecific.map(named),
    universal: wire.universal.map(named),
    specific: wire.specific.map(named),
    products: shared(wire.products, wire.universalProducts).map(product),
    vehicles: wire.vehicles.map(named),
  };
  return groupNames
    .map((name) => ({
      name,
      ...(name === 'vehicleSpecific' && wire.vehicle && { vehicle: String(wire.vehicle.label) }),
      entries: all[name].slice(0, mostPerGroup),
    }))
    .filter(({ entries }) => entries.length > 0);
}
