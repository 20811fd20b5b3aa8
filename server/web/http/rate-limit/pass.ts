import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Milliseconds that a person waits between the page and its button (D12). */
const wait = 5000;
/** Milliseconds after which the button of an old page starts the wait again. */
const formLifetime = 3600_000;
/** Milliseconds that a pass is good for. */
export const passLifetime = 24 * 3600_000;

const sign = (secret: string, kind: string, text: string): string =>
  createHmac('sha256', secret).update(`${kind}:${text}`).digest('base64url').slice(0, 32);

function isSigned(secret: string, kind: string, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(secret, kind, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

interface Signed {
  /** Milliseconds. */
  issued: number;
  name: string;
}
function read(secret: string, kind: string, token: unknown): Signed | null {
  if (typeof token !== 'string') return null;
  const parts = /^(\d{1,15})\.([\w-]{8,32})\.([\w-]{32})$/.exec(token);
  if (!parts) return null;
  const [, issued = '', name = '', signature = ''] = parts;
  return isSigned(secret, kind, `${issued}.${name}`, signature) ? { issued: Number(issued), name } : null;
}
const write = (secret: string, kind: string, issued: number, name: string): string =>
  `${issued}.${name}.${sign(secret, kind, `${issued}.${name}`)}`;

/** Hidden field of the /bot form: when the page was made. The server keeps nothing of it. */
export const startWait = (secret: string, now = Date.now()): string =>
  write(secret, 'wait', now, randomBytes(12).toString('base64url'));

/** Whether the field is ours, and how long its page has been open. */
export function waitState(secret: string, token: unknown, now = Date.now()): 'unknown' | 'early' | 'over' {
  const form = read(secret, 'wait', token);
  if (!form || form.issued > now || now - form.issued > formLifetime) return 'unknown';
  return now - form.issued < wait ? 'early' : 'over';
}

/** Cookie of a person who has waited. The same wait gives the same pass, so that repeating the form gains nothing. */
export function issuePass(secret: string, token: string): string | null {
  const form = read(secret, 'wait', token);
  return form && write(secret, 'pass', form.issued, form.name);
}

/** Name of a pass that holds, or null. */
export function passName(secret: string, cookie: unknown, now = Date.now()): string | null {
  const pass = read(secret, 'pass', cookie);
  return pass && pass.issued <= now && now - pass.issued <= passLifetime ? pass.name : null;
}
