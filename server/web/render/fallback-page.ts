import type { Translate } from '../../../views/formats.js';
import type { Edition } from '../routes/editions.js';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

interface Parts {
  shopName: string;
  edition: Edition;
  /** Sentence about the error. */
  title: string;
  code: string;
}

/** Returns a page of a few lines that needs neither renderer nor data (specification 8). */
export function fallbackPage(t: Translate, { shopName, edition, title, code }: Parts): string {
  const heading = escapeHtml(title);
  return (
    `<!doctype html><html lang="${edition.locale}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    `<title>${heading} | ${escapeHtml(shopName)}</title></head><body><main><h1>${heading}</h1>` +
    `<p><a href="${edition.prefix}/">${escapeHtml(t('meta:fallback.home'))}</a></p>` +
    `<p>${escapeHtml(t('meta:fallback.code', { code }))}</p></main></body></html>`
  );
}
