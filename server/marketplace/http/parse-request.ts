import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Operation } from '../../contract/operations/operation.js';
import { ProblemError } from '../../contract/problem.js';
import { unusable } from '../../contract/refused-parameter.js';

/** Longest body in bytes, unless the operation sets another limit. */
const defaultMaxBytes = 16 * 1024;

/** Parses parameters, query and body into one object. @throws ProblemError with a 4xx code */
export async function parseRequest(
  operation: Operation,
  params: Record<string, unknown>,
  query: URLSearchParams,
  message: IncomingMessage,
): Promise<Record<string, unknown>> {
  return {
    ...(operation.params && checked(operation.params, params)),
    ...(operation.query && checked(operation.query, Object.fromEntries(query))),
    ...(operation.body && checked(operation.body, await readJson(message, operation.maxBodyBytes ?? defaultMaxBytes))),
  };
}

function checked(schema: z.ZodType, value: object): Record<string, unknown> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data as Record<string, unknown>;
  const names = parsed.error.issues.map((issue) => issue.path.join('.'));
  const code = names.includes('quantity') ? 'quantity_range' : 'invalid';
  const facts = schema instanceof z.ZodObject ? unusable(schema, { ...value }, parsed.error) : {};
  throw new ProblemError(code, `invalid: ${[...new Set(names)].join(', ')}`, facts);
}

/** Reads a JSON object; an empty body counts as an empty object. */
async function readJson(message: IncomingMessage, most: number): Promise<object> {
  const bytes = await readBody(message, most);
  if (bytes.length === 0) return {};
  const type = message.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new ProblemError('media_type', 'the body must be application/json');
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    throw new ProblemError('body', 'the body is not JSON');
  }
  throw new ProblemError('body', 'the body must be a JSON object');
}

async function readBody(message: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(message.headers['content-length'] ?? 0) > most) throw new ProblemError('too_large');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) throw new ProblemError('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
