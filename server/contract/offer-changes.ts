import { z } from 'zod';

/** A commit of the offer store. */
export interface OffersVersion {
  /** Random word, another one after the store was restored: numbers of two epochs say nothing about each other. */
  readonly epoch: string;
  /** Grows with each commit of an epoch. */
  readonly number: number;
}

/**
 * What an answer can depend on; a tag is the first letter of its kind and an id. `p45`: any offer of product 45. `b45`:
 * what lists show of it. `l7`: what lists show of any product in leaf category 7. `s3`: shop 3 with its offers. `a0`:
 * which products have offers. Id 0 stands for all of a kind: `l0` is what lists show of any product at all.
 */
export const offerTagKinds = ['product', 'best', 'leaf', 'shop', 'assortment'] as const;
export type OfferTagKind = (typeof offerTagKinds)[number];
const kindOf = new Map(offerTagKinds.map((kind) => [kind.charAt(0), kind]));

/** One thing that an answer depends on. */
export interface OfferTag {
  readonly kind: OfferTagKind;
  readonly id: number;
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

/** As `x-offer-tags` has it, with a space between two. */
export const printOfferTag = (kind: OfferTagKind, id: number): string => `${kind.charAt(0)}${id}`;

/** @returns null where it is no list of tags; the answer can then not be kept, as nobody knows when it ends. */
export function parseOfferTags(text: string): readonly OfferTag[] | null {
  const tags: OfferTag[] = [];
  for (const word of text.split(' ')) {
    const kind = kindOf.get(word.charAt(0));
    if (kind === undefined || !/^\d{1,15}$/.test(word.slice(1))) return null;
    tags.push({ kind, id: Number(word.slice(1)) });
  }
  return tags;
}

const ids = z.array(z.int().nonnegative());

/** What has changed in the offers since a commit, by kind of tag. */
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
});
export type OfferChangesWire = z.infer<typeof offerChanges>;

/** Answer of the catalogue service to `/changes?since=EPOCH.NUMBER`: the catalogue that it serves, and its offers. */
export const catalogueChanges = offerChanges.extend({
  status: z.literal('ready'),
  generation: z.string(),
  isDemonstration: z.boolean(),
});
