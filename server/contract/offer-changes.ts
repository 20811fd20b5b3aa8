import { z } from 'zod';

/** A commit of the offer store. */
export interface OffersVersion {
  /** Random word, replaced when the store is restored. Numbers of two epochs are not comparable. */
  readonly epoch: string;
  /** Grows with each commit of an epoch. */
  readonly number: number;
}

const versionPattern = /^([\w-]{1,64})\.(\d{1,16})$/;

/** Prints `EPOCH.NUMBER`, as in `x-offers` and `/changes`. */
export const printOffersVersion = ({ epoch, number }: OffersVersion): string => `${epoch}.${number}`;

/** @returns null for any other text */
export function parseOffersVersion(text: string | null | undefined): OffersVersion | null {
  const [, epoch, digits] = versionPattern.exec(text ?? '') ?? [];
  const number = Number(digits);
  return epoch !== undefined && Number.isSafeInteger(number) ? { epoch, number } : null;
}

const ids = z.array(z.int().nonnegative());

/** Changes of the offers since a commit, by kind of tag. */
export const offerChanges = z.object({
  /** The last commit in the lists. */
  offers: z.string().regex(versionPattern),
  /** The changes are unknown: everything made from offers is outdated, and the lists are empty. */
  all: z.boolean(),
  products: ids,
  best: ids,
  leaves: ids,
  shops: ids,
  assortment: z.boolean(),
  /** Subjects whose text changed. */
  texts: z.object({ category: ids, trader: ids, name: ids }).default(() => ({ category: [], trader: [], name: [] })),
});
export type OfferChangesWire = z.infer<typeof offerChanges>;

/** When the catalogue store, or the catalogue in it, became unusable (ISO 8601, UTC). */
const catalogueStoreTrouble = z.object({ since: z.string() });
export type CatalogueStoreTrouble = z.infer<typeof catalogueStoreTrouble>;

/** Start of a failure of imports, feeds or messages (ISO 8601, UTC), with a sentence for the operator. */
const jobTrouble = z.object({ since: z.string(), reason: z.string() });
export type JobTrouble = z.infer<typeof jobTrouble>;

/** Faults of a marketplace that still serves its catalogue. */
const marketplaceTroubles = z.object({
  /** Trouble with shared generations; null without any, missing if generations are not shared. */
  store: catalogueStoreTrouble.nullable().optional(),
  /** Trouble with import jobs; null without any, missing in a process without jobs. */
  jobs: jobTrouble.nullable().optional(),
});
export type MarketplaceTroubles = z.infer<typeof marketplaceTroubles>;

/** Answer to `/changes?since=EPOCH.NUMBER`: the served catalogue, and the changes of its offers. */
export const catalogueChanges = offerChanges.extend({
  status: z.literal('ready'),
  generation: z.string(),
  isDemonstration: z.boolean(),
  ...marketplaceTroubles.shape,
});
