/** Returns the texts of a section of the locales by key. */
export function textsOf<Section extends object>(
  section: Section,
  textOf: (key: Extract<keyof Section, string>) => string,
): Record<Extract<keyof Section, string>, string> {
  const texts: [string, string][] = [];
  for (const key in section) texts.push([key, textOf(key)]);
  return Object.fromEntries(texts) as Record<Extract<keyof Section, string>, string>;
}
