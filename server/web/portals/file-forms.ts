import express, { type Request, type Response } from 'express';
import { previewLimits } from '../../contract/file-preview.js';
import { feedMode, maxFileBytes, type Repeated, repeatActs } from '../../contract/merchants.js';
import { ProblemError } from '../../contract/problem.js';
import { readBody } from './portal-app.js';

const multipart = express.raw({ limit: maxFileBytes + 64 * 1024, inflate: false, type: 'multipart/form-data' });
/** Reads the form with the meaning of each column. */
export const meaningsForm = express.urlencoded({
  limit: '64kb',
  inflate: false,
  extended: false,
  parameterLimit: previewLimits.columns + 10,
});

/** Parses a form with files. @throws ProblemError `body` for a malformed one */
export async function formOf(body: Buffer, type: string): Promise<FormData> {
  try {
    return await new globalThis.Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  } catch {
    throw new ProblemError('body', 'a broken form');
  }
}

/** Reads the form of an upload; null if it is too large. @throws ProblemError `media_type`, `body` */
export async function readFileForm(request: Request, response: Response): Promise<FormData | null> {
  try {
    await readBody(multipart, request, response);
  } catch (error) {
    if ((error as { type?: unknown }).type === 'entity.too.large') return null;
    throw error;
  }
  const body: unknown = request.body;
  if (!Buffer.isBuffer(body)) throw new ProblemError('media_type');
  return formOf(body, request.get('content-type') ?? '');
}

/** Returns the file of a form in base64, with its mode; null if one of them is unusable. */
export async function fileIn(fields: FormData) {
  const file = fields.get('file');
  const mode = feedMode.options.find((known) => known === fields.get('mode'));
  if (!(file instanceof File) || file.size === 0 || file.size > maxFileBytes || !mode) return null;
  return { mode, content: Buffer.from(await file.arrayBuffer()).toString('base64') };
}

/** Reads the form of a preview. @throws ProblemError `invalid` */
export function repeatedIn(read: (name: string) => string, id: string): Repeated {
  const act = repeatActs.find((known) => known === read('act'));
  const mode = feedMode.options.find((known) => known === read('mode'));
  const count = Number(read('columns'));
  if (!act || !mode || !(count >= 0 && count <= previewLimits.columns)) throw new ProblemError('invalid', 'preview');
  return { id, act, mode, meanings: Array.from({ length: count }, (_, at) => read(`m${at}`) || null) };
}

/** @throws ProblemError `not_found` for an id that no import can have */
export function importIdOf(id: string): string {
  if (!/^[\w-]{8,64}$/.test(id)) throw new ProblemError('not_found', 'unknown path');
  return id;
}
