import { createHash } from 'node:crypto';

/** A text that is inlined into pages and pinned in the CSP by its hash (D64). */
export interface Inline {
  text: string;
  /** The text as bytes. */
  bytes: Buffer;
  /** A CSP source: `'sha256-…'`. */
  hash: string;
}

/** @param text unescaped, because it goes into the page as it is */
export const inline = (text: string): Inline => ({
  text,
  bytes: Buffer.from(text),
  hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
});
