import { z } from 'zod';
import { country } from './countries.js';
import statuses from './problem-status.json' with { type: 'json' };

/**
 * Every code of an error response (D51). Support and clients act on the code, never on the text. The code decides the
 * status.
 */
export const problemStatus = statuses;
export type ProblemCode = keyof typeof problemStatus;

/** A row of a feed that was rejected or lacks a value. */
export const reportedRow = z.object({
  line: z.number().int().min(0),
  /** Place in a batch, from 0. */
  index: z.number().int().min(0).optional(),
  /** The shop's own key of the offer, or the number of the product; left out if the row has none. */
  key: z.string().optional(),
  field: z.string(),
  value: z.string(),
  reason: z.string(),
  outcome: z.string(),
  /** The reason in the reader's language. */
  message: z.string().optional(),
});
export type ReportedRow = z.output<typeof reportedRow>;

/** A column of a feed that an import does not read. */
export const unreadColumn = z.object({
  column: z.string(),
  /** The column with the most similar name; null = no name is similar. */
  nearest: z.string().nullable(),
  /** It has prices without value-added tax, which the shop never reads. */
  isNet: z.boolean(),
});
export type UnreadColumn = z.output<typeof unreadColumn>;

/**
 * Details of an error. Clients act on them, and the sentence for people consists of them alone, so no internal text
 * gets out.
 */
export const problemFacts = z
  .object({
    /** Name of the parameter, field or header that cannot be used. */
    parameter: z.string().regex(/^[\w.-]{1,64}$/),
    /** The parameter was not sent. */
    missing: z.literal(true),
    /** No parameter has that name. */
    unknown: z.literal(true),
    /** Allowed values, as in JSON Schema. */
    expected: z.union([
      z.object({ enum: z.array(z.string()).min(1) }),
      z.object({ minimum: z.number(), maximum: z.number(), multipleOf: z.number().optional() }),
      z.object({ examples: z.array(z.string()).min(1) }),
    ]),
    /** Pieces that are left (`too_few`). */
    pieces: z.number().int().min(0),
    /** Country to which the shop does not ship (`not_delivered`). */
    country,
    /** Rejected rows of an import (`row_rejected`). */
    rows: z.array(reportedRow).max(200),
  })
  .partial();
export type ProblemFacts = z.output<typeof problemFacts>;

/** RFC 9457 problem details; `code` and the facts are extensions. */
export const problem = problemFacts.extend({
  /** Page that explains the code; `about:blank` from the marketplace, which has no pages. */
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  detail: z.string().optional(),
  requestId: z.string().optional(),
});
export type Problem = z.output<typeof problem>;

/**
 * An error with a response of its own. Clients get its code and facts; `detail` is only for logs. None of them contains
 * personal data.
 */
export class ProblemError extends Error {
  readonly status: number;
  constructor(
    readonly code: ProblemCode,
    detail?: string,
    readonly facts: ProblemFacts = {},
  ) {
    super(detail ?? code);
    this.name = 'ProblemError';
    this.status = problemStatus[code];
  }
}
