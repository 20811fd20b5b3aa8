import { z } from 'zod';

/** Rating of the shop on a scale to five, in the format of Trusted Shops (specification 3). */
const reviewIndicator = z.object({
  overallMark: z.number().min(0).max(5),
  totalReviewCount: z.number().int().min(0),
});
const reputedShop = z.object({ qualityIndicators: z.object({ reviewIndicator }) });
export const rating = z.object({ shop: reputedShop.nullable() });
/** A review of the shop. `creationDate`: ISO 8601; null if unknown. */
export const review = z.object({
  comment: z.string(),
  mark: z.number().min(1).max(5),
  creationDate: z.string().nullable(),
  /** Shown name; empty if unknown. */
  author: z.string().default(''),
  /** The operator verified that the author bought something. */
  isVerified: z.boolean().default(false),
});
export const reviews = z.object({ shop: z.object({ reviews: z.array(review) }) });

export type Review = z.output<typeof review>;
