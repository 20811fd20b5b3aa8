import { z } from 'zod';
import { decimalId, modelId } from './ids.js';

/** Kinds of errors in the data of an article. */
export const reportReasons = ['fit', 'measure', 'number', 'picture', 'text', 'safety', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Longest text of a report, in characters. */
export const reportTextMax = 1000;

/** An error in the data of an article, reported anonymously. */
export const dataReportBody = z.object({
  articleId: decimalId,
  /** Brand and number on the article's page. */
  article: z.string().max(160),
  reason: z.enum(reportReasons),
  text: z.string().trim().min(5).max(reportTextMax),
  /** Vehicle on the article's page. */
  modelId: modelId.optional(),
});
export const dataReportReceipt = z.object({
  /** Number to quote, such as `D-4F7K-20QX-8M1B`. A repeated report has the same number. */
  number: z.string(),
});
