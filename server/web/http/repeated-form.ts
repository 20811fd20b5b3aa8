import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { idempotencyKey } from '../../contract/call-headers.js';
import { field } from './audience.js';
import { ownPath } from './forms.js';

export interface RepeatedForm {
  /** Path of our own. */
  readonly action: string;
  /** Names and values, with the key that makes the repeat harmless. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** The idempotency key of a form without script: that of "try again", else a new one, as pages are shared (P249). */
export function keyOfForm({ body }: Request): string {
  const sent = field(body, 'key');
  return typeof sent === 'string' && idempotencyKey.test(sent) ? sent : randomUUID();
}

/** Has the error page offer the form once more: nobody knows whether what failed was done. */
export function offerRepeat(request: Request, key: string): void {
  const action = ownPath(request.originalUrl);
  if (action === null) return;
  const sent = Object.entries<unknown>(request.body ?? {}).filter(([name]) => name !== 'key');
  const fields = sent.flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)] as const));
  request.notes.repeat = { action, fields: [...fields, ['key', key]] };
}
