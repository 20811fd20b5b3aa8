/** Places that hold a number of things. */
const counts = /\{\{(count|ratings|handlingDays)\}\}[ \u00a0\u202f](?=\p{L})/u;
/** Passages of demonstration texts for the case that a fact is not so. */
const otherwise = /\{\{\^(\w+)\}\}.*?\{\{\/\1\}\}/gs;

/**
 * Numbers in front of a noun whose text has one form only: "1 días" is what a reader would see. Such a text has plural
 * forms, or it says the number behind a colon.
 *
 * @param texts as written, by their keys
 * @returns each error as a sentence
 */
export function pluralErrors(texts: ReadonlyMap<string, string>): string[] {
  const errors: string[] = [];
  for (const [key, text] of texts)
    if (!/_(zero|one|two|few|many|other)$/.test(key) && counts.test(text.replace(otherwise, '')))
      errors.push(`${key} has a number in front of a noun, but no plural forms: ${text}`);
  return errors;
}
