/**
 * Puts values into the `{{places}}` of a text that travels to the browser as a template: islands carry their few
 * texts as props instead of the whole translation library (design, "An island").
 */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place));
}
