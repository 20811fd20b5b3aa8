import { z } from 'zod';
import { mail } from './mail.js';

const line = (max: number) => z.string().trim().min(1).max(max);

/**
 * A declaration of withdrawal: name, order, and address for the receipt, without a reason (Directive 2011/83/EU,
 * Article 11a). With the same `key`, a repeated declaration counts once.
 */
export const withdrawalBody = z.object({
  key: z.uuid(),
  name: line(120),
  orderId: line(80),
  email: line(254).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/),
});
/** Receipt of a declaration; it does not mean acceptance. */
export const withdrawalReceipt = z.object({
  /** Number to quote, such as `W-4F7K-20QX`. */
  number: z.string(),
  /** Time of receipt in ISO 8601, UTC. */
  receivedAt: z.string(),
});

/** The receipt as mail, without its address, which the declaration has. */
export const withdrawalMailBody = mail.omit({ to: true }).extend({ number: z.string().regex(/^W(-[0-9A-Z]{4}){3}$/) });
export const withdrawalMailed = z.object({ isMailed: z.boolean() });
