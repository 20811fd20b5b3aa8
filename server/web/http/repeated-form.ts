import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { idempotencyKey } from '../../contract/call-headers.js';
import { field } from './audience.js';
import { ownPath } from './forms.js';

export interface RepeatedForm {
  /** Path of the shop. */
  readonly action: string;
  /** Names and values, with the idempotency key that makes a repeat harmless. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** Returns the idempotency key of a form without script. Pages are shared, so only "try again" brings one (P249). */
export function keyOfForm({ body }: Request): string {
  const sent = field(body, 'key');
  return typeof sent === 'string' && idempotencyKey.test(sent) ? sent : randomUUID();
}

/** Makes the error page offer the form again, because nobody knows whether the failed write took effect. */
export function offerRepeat(request: Request, key: string): void {
  const action = ownPath(request.originalUrl);
  if (action === null) return;
  const sent = Object.entries<unknown>(request.body ?? {}).filter(([name]) => name !== 'key');
  const fields = sent.flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)] as const));
  request.notes.repeat = { action, fields: [...fields, ['key', key]] };
}
