const allowed =
  /^<(?:\/(?:p|ul|ol|li|h2|h3|h4|strong|em|b|i|u|table|thead|tbody|tr|th|td|dl|dt|dd|blockquote|a)|(?:p|br|hr|ul|ol|li|h2|h3|h4|strong|em|b|i|u|table|thead|tbody|tr|th|td|dl|dt|dd|blockquote)\s*\/?|a(?:\s+(?:href="(?:https?:\/\/|mailto:|tel:)[^"<>\s]*"|rel="[\w -]*"))*)>$/;
const tag = /<[^>]*>?/g;

const isClean = (html: string): boolean => {
  const tags = html.match(tag) ?? [];
  return tags.every((each) => allowed.test(each));
};

/**
 * Checks a merchant's HTML again before rendering, although the import sanitised it. Only text elements below the
 * page's heading are allowed, and only links have attributes. Returns null for anything else; `plainText` is the
 * fallback.
 */
export const merchantHtml = (html: string): string | null => (isClean(html) ? html : null);

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};

/** Returns the paragraphs of a text without markup. */
export function plainText(html: string): string[] {
  return html
    .replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .split(/<\/?(?:p|br|li|ul|ol|h[1-6]|div|tr|table)\b[^>]*>/i)
    .map((part) =>
      part
        .replace(tag, ' ')
        .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity, name: string) => entities[name] ?? entity)
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((part) => part !== '');
}
