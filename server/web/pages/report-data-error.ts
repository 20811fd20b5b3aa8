import type { DataReportModel } from '../../../views/models.js';
import type { Clock } from '../../clock/clock.js';
import { dataReportBody, reportTextMax } from '../../contract/data-reports.js';
import { modelId as modelIdSchema } from '../../contract/ids.js';
import { field, queryOf } from '../http/audience.js';
import { clientOf, TokenBuckets } from '../http/token-buckets.js';
import type { Visit } from '../render/page.js';

/** Reports that a client may send at once; it regains one every ten minutes. */
const reportsAtOnce = 5;
const reportsPerSecond = 1 / 600;

export const emptyReport: DataReportModel = { step: 'form', reason: '', text: '', fault: null };

interface Answer {
  report: DataReportModel;
  status: 200 | 400 | 429;
}

/** Stores a report of an error in an article's data (P114), and logs none of it. @throws ProblemError on failure */
export function createReportDataError(clock: Clock): (visit: Visit) => Promise<Answer> {
  const clients = new TokenBuckets(reportsAtOnce, clock, reportsPerSecond);
  return async ({ request, api, match }) => {
    const read = (name: string): string => {
      const value = field(request.body, name);
      return typeof value === 'string' ? value.trim().slice(0, reportTextMax + 1) : '';
    };
    const form = { step: 'form', reason: read('reason'), text: read('text') } as const;
    const reason = dataReportBody.shape.reason.safeParse(form.reason);
    const text = dataReportBody.shape.text.safeParse(form.text);
    if (!reason.success) return { report: { ...form, fault: 'reason' }, status: 400 };
    if (!text.success) return { report: { ...form, fault: 'text' }, status: 400 };
    const { brand = '', number = '' } = match.params;
    const { product } = await api.call('article', { brand, number });
    if (!clients.take(clientOf(request.ip ?? ''))) return { report: { ...form, fault: 'limit' }, status: 429 };
    const modelId = modelIdSchema.safeParse(queryOf(request).get('modelId'));
    const body = {
      articleId: product.id,
      article: `${product.manufacturer.name} ${product.articleNumber}`.slice(0, 160),
      reason: reason.data,
      text: text.data,
      modelId: modelId.success ? modelId.data : undefined,
    };
    const receipt = await api.call('dataReport', body, { body });
    return { report: { step: 'receipt', number: receipt.number }, status: 200 };
  };
}
