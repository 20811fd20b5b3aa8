import type { RequestHandler } from 'express';

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
