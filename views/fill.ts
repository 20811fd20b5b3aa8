/**
 * Fills the `{{places}}` of a text in the browser. Islands carry their few texts as templates instead of the
 * translation library.
 *
 * @throws TypeError for a place without a value; the production build leaves the place as it is
 */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    if (process.env.NODE_ENV !== 'production' && !(name in values)) throw new TypeError(`no ${name} for "${text}"`);
    return String(values[name] ?? placeholder);
  });
}
