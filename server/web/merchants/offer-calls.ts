import type { Request, Response } from 'express';
import { z } from 'zod';
import {
  feedMode,
  type MerchantReport,
  maxOffers,
  type NamedOffer,
  namedOffer,
  offerKey,
  offerPart,
} from '../../contract/merchants.js';
import { toEuros } from '../../contract/money.js';
import { type ProblemCode, ProblemError, type ReportedRow } from '../../contract/problem.js';
import { unusable } from '../../contract/refused-parameter.js';
import { queryOf } from '../http/audience.js';
import { formOf, importIdOf } from '../portals/file-forms.js';
import type { MerchantCalls } from './merchant-calls.js';
import { firstLine, judgeOffers } from './offer-rejections.js';

/** Says an English reason of the import in the reader's language. */
type Say = (reason: string) => string;
/** Answers a request with the calls of its merchant. */
export type MerchantHandler = (calls: MerchantCalls, request: Request, response: Response, say: Say) => Promise<void>;

/** Adds to each row its reason in the reader's language. */
const worded = (rows: readonly ReportedRow[], say: Say): ReportedRow[] =>
  rows.map((row) => ({ ...row, message: say(row.reason) }));

/** The body with several offers, as the API describes it. */
export const batch = z.strictObject({
  mode: feedMode,
  offers: z.array(namedOffer).min(1).max(maxOffers),
});
/** The same body before each of its offers is judged by itself. */
const unjudgedBatch = batch.extend({ offers: z.array(z.unknown()).min(1).max(maxOffers) });

/** `dryRun=true` or `1`: nothing is changed. */
export const isDryRun = (request: Request): boolean => /^(?:1|true)$/.test(queryOf(request).get('dryRun') ?? '');
const idempotencyOf = (request: Request): string | undefined => request.get('idempotency-key') || undefined;

/** @throws ProblemError `invalid`, with the field */
function parsed<S extends z.ZodObject>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  const names = result.error.issues.map(({ path, code }) =>
    code === 'unrecognized_keys' ? 'an unknown field' : path.join('.'),
  );
  const facts = unusable(schema, { ...(body as Record<string, unknown>) }, result.error);
  throw new ProblemError('invalid', names.join(', '), facts);
}

/** @throws ProblemError `not_found` for a key that no offer can have */
function keyOf(request: Request): string {
  const key = offerKey.safeParse(request.params.key);
  if (!key.success) throw new ProblemError('not_found', 'no key');
  return key.data;
}

const offerWire = ({
  price,
  surcharge,
  deposit,
  lowest30,
  ...rest
}: Awaited<ReturnType<MerchantCalls['offers']>>['offers'][number]) => ({
  ...rest,
  price: toEuros(price),
  surcharge: toEuros(surcharge),
  deposit: toEuros(deposit),
  lowest30: toEuros(lowest30),
});

/** The address of an import's report. */
export const reportAddress = (id: string): string => `/api/v1/feeds/${id}`;

/**
 * Answers 202 for a change that is under way or waits for the operator.
 * @returns whether it has answered
 */
function sendLater(response: Response, report: MerchantReport): boolean {
  if (report.endedAt !== null && report.status !== 'held') return false;
  response.status(202).setHeader('Location', reportAddress(report.id));
  response.json(report);
  return true;
}

/** @throws ProblemError if the import had no effect */
function refuseRejected(report: MerchantReport, unknown: ProblemCode, say: Say): void {
  const { status, reason, rejectedRows } = report;
  if (status === 'failed' || status === 'cancelled') throw new ProblemError('unavailable', reason ?? status);
  const rows = rejectedRows.filter(({ outcome }) => outcome === 'rejected');
  if (status !== 'refused' && rows.length === 0) return;
  const isUnknown = rows.length > 0 && rows.every(({ field }) => field === 'key');
  throw new ProblemError(isUnknown ? unknown : 'row_rejected', reason ?? 'rejected', {
    rows: worded(rows, say),
  });
}

async function oneOffer(calls: MerchantCalls, key: string) {
  const { offers } = await calls.offers({ key, isExact: true });
  return offers[0] ?? null;
}

/** Reads one offer. */
export const readOffer: MerchantHandler = async (calls, request, response) => {
  const offer = await oneOffer(calls, keyOf(request));
  if (!offer) throw new ProblemError('offer_unknown', 'no offer of that key');
  response.json(offerWire(offer));
};

/** Offers in the order of their keys, a page at a time. */
export const listOffers: MerchantHandler = async (calls, request, response) => {
  const query = queryOf(request);
  const after = query.get('after') || undefined;
  const { offers, next } = await calls.offers({ key: query.get('key') ?? '', isExact: false, after });
  response.json({ offers: offers.map(offerWire), next });
};

/** Imports offers as a feed of the mode, and waits for the report. */
async function taken(
  calls: MerchantCalls,
  request: Request,
  mode: z.output<typeof feedMode>,
  source: 'offer' | 'batch',
  offers: NamedOffer[],
): Promise<MerchantReport> {
  const { id } = await calls.send({ mode, isDryRun: isDryRun(request), source, offers }, idempotencyOf(request));
  return calls.ended(id);
}

/**
 * Puts a whole offer, or changes parts of a known one. An imported offer that the shop then lacks is an internal error
 * (P248): it would be another shop's.
 */
const writeOffer =
  (mode: 'update' | 'partial'): MerchantHandler =>
  async (calls, request, response, say) => {
    const key = keyOf(request);
    const offer = { ...parsed(offerPart, request.body), key };
    const report = await taken(calls, request, mode, 'offer', [offer]);
    if (sendLater(response, report)) return;
    refuseRejected(report, mode === 'partial' ? 'offer_unknown' : 'row_rejected', say);
    const { id, isDryRun, leftOut } = report;
    // The import leaves out an offer that cannot be sold now, such as one without stock.
    const isSold = !isDryRun && leftOut === 0;
    const { offers } = await (isSold ? calls.seen(key) : calls.offers({ key, isExact: true }));
    if (isSold && !offers[0]) throw new ProblemError('internal', `import ${id} has ended without the offer ${key}`);
    response.json({ report, offer: offers[0] ? offerWire(offers[0]) : null });
  };
export const putOffer = writeOffer('update');
export const patchOffer = writeOffer('partial');

/** Removes an offer; a repeat does nothing. */
export const deleteOffer: MerchantHandler = async (calls, request, response, say) => {
  const report = await taken(calls, request, 'update', 'offer', [{ key: keyOf(request), delete: true }]);
  if (sendLater(response, report)) return;
  refuseRejected(report, 'row_rejected', say);
  response.json({ report, offer: null });
};

/**
 * Imports the sound offers of a batch; each rejected row names its offer. A row that is no offer may mean any, so that a
 * whole batch with such a row removes none.
 * @throws ProblemError `row_rejected` if no row is an offer
 */
export const sendBatch: MerchantHandler = async (calls, request, response, say) => {
  const { mode, offers } = parsed(unjudgedBatch, request.body);
  const { sound, indices, faults } = judgeOffers(offers);
  if (sound.length === 0)
    throw new ProblemError('row_rejected', 'no row is an offer', {
      rows: worded(faults.slice(0, 200), say),
    });
  const kept = mode === 'full' && faults.length > 0 ? 'update' : mode;
  const report = await taken(calls, request, kept, 'batch', sound);
  if (sendLater(response, report)) return;
  if (report.status === 'failed') throw new ProblemError('unavailable', report.reason ?? 'failed');
  const rejected = report.rejectedRows.map((row) => {
    const at = row.line - firstLine;
    const index = indices[at] ?? at;
    return { ...row, line: index + firstLine, index, key: sound[at]?.key };
  });
  const rows = [...rejected, ...faults].sort((one, other) => one.line - other.line);
  response.status(report.status === 'refused' ? 422 : 200).json({
    ...report,
    ...(report.status === 'completed' && faults.length > 0 && { status: 'completed_with_errors' }),
    rows: report.rows + faults.length,
    rejected: report.rejected + faults.length,
    rejectedRows: worded(rows, say),
  });
};

/** Lists the last imports, the latest first. */
export const listFeeds: MerchantHandler = async (calls, _request, response) => {
  response.json(await calls.imports());
};

/** Reads one import with its rejected rows. */
export const readFeed: MerchantHandler = async (calls, request, response, say) => {
  const { id } = request.params;
  const report = await calls.report(importIdOf(String(id)));
  response.json({ ...report, rejectedRows: worded(report.rejectedRows, say) });
};

/** Reads the file of a body, or of the field `file` of a form. @throws ProblemError `body` without one */
export async function fileOf(request: Request): Promise<Buffer> {
  const body: unknown = request.body;
  if (!Buffer.isBuffer(body) || body.length === 0) throw new ProblemError('body', 'no file');
  const type = request.get('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) return body;
  const form = await formOf(body, type);
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0) throw new ProblemError('body', 'no field "file"');
  return Buffer.from(await file.arrayBuffer());
}

/** Accepts a file for import; the answer has the address of its report. */
export const sendFeed: MerchantHandler = async (calls, request, response) => {
  const mode = feedMode.safeParse(queryOf(request).get('mode') ?? 'full');
  if (!mode.success)
    throw new ProblemError('invalid', 'mode', { parameter: 'mode', expected: { enum: feedMode.options } });
  const content = (await fileOf(request)).toString('base64');
  const wish = { mode: mode.data, isDryRun: isDryRun(request), source: 'file', content } as const;
  const { id } = await calls.send(wish, idempotencyOf(request));
  response.status(202).setHeader('Location', reportAddress(id));
  response.json(await calls.report(id));
};
