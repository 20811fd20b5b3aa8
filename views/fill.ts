/**
 * Puts values into the `{{places}}` of a text that travels to the browser as a template: islands carry their few
 * texts as props instead of the whole translation library (ARCHITECTURE.md, "An island").
 *
 * @throws TypeError outside the built program for a place without a value; there a reader sees the place itself.
 */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    if (process.env.NODE_ENV !== 'production' && !(name in values)) throw new TypeError(`no ${name} for "${text}"`);
    return String(values[name] ?? placeholder);
  });
}
