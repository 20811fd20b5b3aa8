import { z } from 'zod';
import { mail } from './mail.js';

const line = (max: number) => z.string().trim().min(1).max(max);

/**
 * A declaration that a contract is withdrawn from: who, which order, and where the receipt goes; no reason (Directive
 * 2011/83/EU, Article 11a). `key` is made for one intended declaration, so that sending it twice declares it once.
 */
export const withdrawalBody = z.object({
  key: z.uuid(),
  name: line(120),
  orderId: line(80),
  email: line(254).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/),
});
/** That it has arrived, and when; not that it was accepted. */
export const withdrawalReceipt = z.object({
  /** Number to quote, such as `W-4F7K-20QX`. */
  number: z.string(),
  /** ISO 8601, UTC. */
  receivedAt: z.string(),
});

/** The receipt as it is mailed; whom to, the declaration says. */
export const withdrawalMailBody = mail.omit({ to: true }).extend({ number: z.string().regex(/^W(-[0-9A-Z]{4}){3}$/) });
export const withdrawalMailed = z.object({ isMailed: z.boolean() });
