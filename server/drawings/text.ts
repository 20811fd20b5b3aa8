const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for XML elements and attributes, and removes the characters that XML 1.0 forbids. */
export const escapeText = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (c) => ENTITIES[c] ?? '');

/** A number in the words of a drawing: decimal comma, at most two decimals. */
export const num = (n: number): string => String(+n.toFixed(2)).replace('.', ',');

/** A number in path data: at most one decimal, no zero before the point. */
export const f = (n: number): string => String(+n.toFixed(1)).replace(/^(-?)0\./, '$1.');

/** Path data with its numbers as `f` writes them. */
export const path = (texts: TemplateStringsArray, ...values: readonly (number | string)[]): string =>
  String.raw({ raw: texts }, ...values.map((value) => (typeof value === 'number' ? f(value) : value)));
