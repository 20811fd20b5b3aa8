import { z } from 'zod';
import { trader } from './checkout-data.js';
import { consoleCall, dayFigures, reportedData } from './console.js';
import { feedReport } from './feeds.js';
import { merchantScopes } from './merchants.js';
import { money } from './money.js';
import { shopCountry } from './shops.js';

const count = z.number().int().min(0);

/** One merchant, as the merchant and the operator see it. */
export const merchantPage = z.object({
  id: z.string(),
  trader,
  /** `paidBy` is null if the merchant does not say who pays for a return; its offers are not sold. */
  returns: z.object({ paidBy: z.enum(['shop', 'buyer']).nullable(), cost: money.nullable(), days: count }),
  /** Countries with their tariffs, the cheapest first. */
  countries: z.array(shopCountry),
  /** Number of offers that are sold. */
  sold: count,
  /** Numbers of other offers by reason; an offer with two reasons counts twice. */
  unsold: z.array(z.object({ reason: z.string(), offers: count })),
  /** Feeds that the shop fetches for this merchant, without their runs. */
  feeds: feedReport.shape.feeds,
  /** Figures by day without anything about visitors, the latest last. */
  days: z.array(dayFigures.pick({ day: true, added: true, handovers: true })),
  /** Open reports about articles that the merchant offers, the latest first. */
  dataReports: z.array(reportedData),
});
export type MerchantPage = z.output<typeof merchantPage>;

export const consoleShopsBody = consoleCall.extend({ query: z.string().max(100) });
export const consoleShops = z.object({
  shops: z.array(z.object({ id: z.string(), name: z.string(), city: z.string(), country: z.string(), offers: count })),
});
export type ConsoleShops = z.output<typeof consoleShops>;
export const consoleShopBody = consoleCall.extend({ id: z.string().regex(/^\d{1,9}$/) });
export const consoleInviteBody = consoleShopBody.extend({ scope: z.enum(merchantScopes) });
/** The secret of an invitation. */
export const consoleInvited = z.object({ token: z.string() });
/** A token of a merchant by its name, without its secret. Times are ISO 8601, UTC. */
const tokenOfMerchant = z.object({
  id: z.string(),
  scope: z.enum(merchantScopes),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  usedAt: z.string().nullable(),
  isValid: z.boolean(),
  isInvitation: z.boolean(),
});
export const consoleShop = merchantPage.extend({ tokens: z.array(tokenOfMerchant) });
export type ConsoleShop = z.output<typeof consoleShop>;
