import { z } from 'zod';

/** A commit of the offer store. */
export interface OffersVersion {
  /** Random word, another one after the store was restored: numbers of two epochs say nothing about each other. */
  readonly epoch: string;
  /** Grows with each commit of an epoch. */
  readonly number: number;
}

const versionPattern = /^([\w-]{1,64})\.(\d{1,16})$/;

/** `EPOCH.NUMBER`, as `x-offers` and `/changes` have it. */
export const printOffersVersion = ({ epoch, number }: OffersVersion): string => `${epoch}.${number}`;

/** @returns null where it is no version. */
export function parseOffersVersion(text: string | null | undefined): OffersVersion | null {
  const [, epoch, digits] = versionPattern.exec(text ?? '') ?? [];
  const number = Number(digits);
  return epoch !== undefined && Number.isSafeInteger(number) ? { epoch, number } : null;
}

const ids = z.array(z.int().nonnegative());

/** Changes of the offers since a commit, by kind of tag. */
export const offerChanges = z.object({
  /** The last commit that the lists hold. */
  offers: z.string().regex(versionPattern),
  /** Nobody can say what has changed: everything that was made of offers is out of date, and the lists are empty. */
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

/** Since when the store of generations cannot be used, or what it serves (ISO 8601, UTC). */
const catalogueStoreTrouble = z.object({ since: z.string() });
export type CatalogueStoreTrouble = z.infer<typeof catalogueStoreTrouble>;

/** Since when merchants' imports, feeds or messages do not get on (ISO 8601, UTC), and a sentence for the operator. */
const jobTrouble = z.object({ since: z.string(), reason: z.string() });
export type JobTrouble = z.infer<typeof jobTrouble>;

/** Faults of a marketplace that still serves its catalogue. */
const marketplaceTroubles = z.object({
  /** Null while all is well; missing where generations are not shared. */
  store: catalogueStoreTrouble.nullable().optional(),
  /** Null while all is well; missing where there are no jobs. */
  jobs: jobTrouble.nullable().optional(),
});
export type MarketplaceTroubles = z.infer<typeof marketplaceTroubles>;

/** Answer of the catalogue service to `/changes?since=EPOCH.NUMBER`: the catalogue that it serves, and its offers. */
export const catalogueChanges = offerChanges.extend({
  status: z.literal('ready'),
  generation: z.string(),
  isDemonstration: z.boolean(),
  ...marketplaceTroubles.shape,
});
