import { z } from 'zod';
import { decimalId, modelId } from './ids.js';

/** Kinds of errors in the data of an article. */
export const reportReasons = ['fit', 'measure', 'number', 'picture', 'text', 'safety', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Longest text of a report, in characters. */
export const reportTextMax = 1000;

/** An error that a visitor has seen in the data of an article. Nobody is asked who they are. */
export const dataReportBody = z.object({
  articleId: decimalId,
  /** Brand and number, as its page names them. */
  article: z.string().max(160),
  reason: z.enum(reportReasons),
  text: z.string().trim().min(5).max(reportTextMax),
  /** The car that it was seen for. */
  modelId: modelId.optional(),
});
export const dataReportReceipt = z.object({
  /** Number to quote, such as `D-4F7K-20QX-8M1B`. The same said again has the same. */
  number: z.string(),
});
