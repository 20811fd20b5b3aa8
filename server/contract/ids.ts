import { z } from 'zod';

/** A decimal id of at most 15 digits, without sign and leading zero (D47, D50). */
export const decimalId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .meta({ examples: ['243'] });
/** Model ids are word characters (specification 5). */
export const modelId = z
  .string()
  .regex(/^\w{1,32}$/)
  .meta({ examples: ['5021'] });
/** An id without meaning for clients, as of cart lines and sessions. */
export const opaqueId = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .meta({ examples: ['kX3_p0Zq-71bVd2A'] });
/** ASCII words in an address (D59). */
export const slug = z
  .string()
  .regex(/^[A-Za-z0-9-]+$/)
  .meta({ examples: ['Bremsscheiben'] });
