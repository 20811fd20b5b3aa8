import type { ProductSuggestion } from '../../server/contract/search.js';

/** A suggestion with its text and the server's address for it. */
export interface Suggestion {
  label: string;
  href: string;
  /** Small print beside the label: brand and number of a product. */
  detail?: string;
  image?: string;
}
export const groupNames = ['vehicleSpecific', 'universal', 'specific', 'products', 'vehicles'] as const;
export type GroupName = (typeof groupNames)[number];
export interface SuggestionGroup {
  name: GroupName;
  /** Name of the car, for groups of one car. */
  vehicle?: string;
  entries: Suggestion[];
}

export const maxPerGroup = 5;

/** Entries reserved for universal products beside those for the car. */
const mostUniversal = 2;

interface WireNamed {
  label: string;
  href: string;
}
type WireProduct = Pick<ProductSuggestion, 'title' | 'articleNumber' | 'brand' | 'image'> & { href: string };
/** The fields of the response that the search box reads. */
type Wire = Record<'vehicleSpecific' | 'universal' | 'specific' | 'vehicles', WireNamed[]> &
  Record<'products' | 'universalProducts', WireProduct[]> & { vehicle: WireNamed | null };

/** Checks that an address belongs to this shop. @throws TypeError for any other */
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

/** Merges products for the car and universal ones, so that each kind gets some entries. */
function shared(products: readonly WireProduct[], universal: readonly WireProduct[]): WireProduct[] {
  const own = Math.max(maxPerGroup - Math.min(universal.length, mostUniversal), 0);
  return [...products.slice(0, own), ...universal, ...products.slice(own)];
}

/** Returns the non-empty groups of a response, five entries each. @throws TypeError for another response */
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
      entries: all[name].slice(0, maxPerGroup),
    }))
    .filter(({ entries }) => entries.length > 0);
}
