import type { RequestHandler } from 'express';
import type { Env } from '../../env.js';
import type { Outside } from '../http/security.js';

/** What the operator loads from elsewhere on every page, once it is allowed. */
export type ExternalScripts = Pick<Env, 'TRUST_BADGE_URL' | 'TAG_MANAGER_URL'>;

/** The script that shows what a visitor has allowed, and what it is to look for (`client/external.ts`). */
export interface ExternalScript {
  source: string;
  /** Host that must be allowed for the badge; undefined = none is configured. */
  badge: string | undefined;
  /** Address of the tag manager; undefined = none is configured. */
  tags: string | undefined;
}

/** Null on a page without external content. @param embeds addresses of documents that wait for consent */
export function externalScript(
  { TRUST_BADGE_URL, TAG_MANAGER_URL }: ExternalScripts,
  source: string,
  embeds: readonly string[],
): ExternalScript | null {
  if (embeds.length === 0 && !TRUST_BADGE_URL && !TAG_MANAGER_URL) return null;
  const badge = TRUST_BADGE_URL && new URL(TRUST_BADGE_URL).host;
  return { source, badge, tags: TAG_MANAGER_URL };
}

/** What the policy of a page lets in besides: configured hosts, and those of its own documents, only (D34, D64). */
export function externalSources(
  { TRUST_BADGE_URL, TAG_MANAGER_URL }: ExternalScripts,
  embeds: readonly string[],
): Outside {
  const frames = new Set(embeds.map((address) => new URL(address).origin));
  return {
    scripts: TAG_MANAGER_URL ? [new URL(TAG_MANAGER_URL).origin] : [],
    frames: [...(TRUST_BADGE_URL ? ["'self'"] : []), ...frames],
  };
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * `GET /trust-badge`: a page of 160 by 80 that holds the badge's script and nothing else. The shop shows it in a
 * sandbox, so that somebody else's script never runs where carts and logins are (D34).
 *
 * @param address of the badge's script; undefined = none is configured.
 */
export function trustBadge(address: string | undefined): RequestHandler {
  return (request, response, next) => {
    if (!address) return next();
    request.notes.route = 'trustBadge';
    const { origin } = new URL(address);
    const policy = [
      "default-src 'none'",
      `script-src ${origin}`,
      `style-src ${origin} 'unsafe-inline'`,
      `img-src ${origin} data:`,
      `connect-src ${origin}`,
      `font-src ${origin}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      // The frame's own sandbox holds only in the frame; this one also where somebody opens the address itself.
      'sandbox allow-scripts allow-popups',
    ];
    response.setHeader('Content-Security-Policy', policy.join('; '));
    response.setHeader('X-Frame-Options', 'SAMEORIGIN');
    response.setHeader('X-Robots-Tag', 'noindex');
    response.setHeader('Cache-Control', 'private, max-age=3600');
    const script = `<script src="${escapeAttribute(address)}" async></script>`;
    response.type('html').send(`<!doctype html><meta charset="utf-8"><title>Trust badge</title>${script}`);
  };
}
