import { z } from 'zod';

/**
 * Every code an error answer can carry (D51). Support staff and clients act on the code, never on the words.
 * The status belongs to the code, so that one fault has one answer everywhere.
 */
export const problemStatus = {
  invalid: 400,
  quantity_range: 400,
  quantity_limit: 400,
  vehicle_limit: 400,
  body: 400,
  too_many_filters: 400,
  encoding: 400,
  login: 401,
  challenge: 403,
  origin: 403,
  edition: 403,
  trust: 403,
  not_found: 404,
  offer_unknown: 404,
  line_unknown: 404,
  undo_unknown: 404,
  method: 405,
  gone: 409,
  cart_changed: 409,
  too_large: 413,
  media_type: 415,
  too_many: 429,
  internal: 500,
  upstream: 502,
  unavailable: 503,
} as const;
export type ProblemCode = keyof typeof problemStatus;

/** RFC 9457 problem details; `code` is ours. */
export const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  detail: z.string().optional(),
  requestId: z.string().optional(),
});
export type Problem = z.output<typeof problem>;

/** A fault with an answer of its own. `detail` is for developers and logs; it never repeats personal data. */
export class ProblemError extends Error {
  readonly status: number;
  constructor(
    readonly code: ProblemCode,
    detail?: string,
  ) {
    super(detail ?? code);
    this.name = 'ProblemError';
    this.status = problemStatus[code];
  }
}
