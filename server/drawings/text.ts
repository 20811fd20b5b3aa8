const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that is safe inside an XML element or attribute; characters XML 1.0 forbids are left out. */
export const escapeText = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (c) => ENTITIES[c] ?? '');

/** A number as drawings write it: decimal comma, at most two decimals. */
export const num = (n: number): string => String(+n.toFixed(2)).replace('.', ',');
