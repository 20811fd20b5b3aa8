import type { RequestHandler } from 'express';
import type { Env } from '../../env.js';
import type { ExternalSources } from '../http/security.js';

/** External scripts of every page, which run after consent. */
export type ExternalScripts = Pick<Env, 'TRUST_BADGE_URL' | 'TAG_MANAGER_URL'>;

/** The script that shows allowed external content (`client/external.ts`), with its settings. */
export interface ExternalScript {
  source: string;
  /** Host that must be allowed for the badge; undefined without a badge. */
  badge: string | undefined;
  /** Address of the tag manager, if any. */
  tags: string | undefined;
}

/** Returns null on a page without external content. @param embeds addresses of documents that need consent */
export function externalScript(
  { TRUST_BADGE_URL, TAG_MANAGER_URL }: ExternalScripts,
  source: string,
  embeds: readonly string[],
): ExternalScript | null {
  if (embeds.length === 0 && !TRUST_BADGE_URL && !TAG_MANAGER_URL) return null;
  const badge = TRUST_BADGE_URL && new URL(TRUST_BADGE_URL).host;
  return { source, badge, tags: TAG_MANAGER_URL };
}

/** Returns the external sources of a page's policy: configured hosts, and those of its documents (D34, D64). */
export function externalSources(
  { TRUST_BADGE_URL, TAG_MANAGER_URL }: ExternalScripts,
  embeds: readonly string[],
): ExternalSources {
  const frames = new Set(embeds.map((address) => new URL(address).origin));
  return {
    scripts: TAG_MANAGER_URL ? [new URL(TAG_MANAGER_URL).origin] : [],
    frames: [...(TRUST_BADGE_URL ? ["'self'"] : []), ...frames],
  };
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * Answers `GET /trust-badge` with a page of 160 by 80 that holds only the badge's script. The shop embeds it in a
 * sandbox, so that no external script runs beside carts and logins (D34).
 *
 * @param address of the badge's script; undefined without a badge
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
      // The iframe's sandbox protects only the iframe. This one also protects the address when it is opened alone.
      'sandbox allow-scripts allow-popups',
    ];
    response.setHeader('Content-Security-Policy', policy.join('; '));
    response.setHeader('X-Robots-Tag', 'noindex');
    response.setHeader('Cache-Control', 'private, max-age=3600');
    const script = `<script src="${escapeAttribute(address)}" async></script>`;
    response.type('html').send(`<!doctype html><meta charset="utf-8"><title>Trust badge</title>${script}`);
  };
}
