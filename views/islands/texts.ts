import type { Translate } from '../formats.js';

type TextsOf<Section> = Record<Extract<keyof Section, string>, string>;

/** Texts by translator and name. Each page needs them to find its islands in the cache. */
const made = new WeakMap<Translate, Map<string, object>>();

/** Returns the texts of a section of the locales by key. They are made once for each edition. */
export function textsOf<Section extends object>(
  name: string,
  section: Section,
  t: Translate,
  textOf: (key: Extract<keyof Section, string>) => string,
): TextsOf<Section> {
  const ofEdition = made.get(t) ?? new Map<string, object>();
  made.set(t, ofEdition);
  const known = ofEdition.get(name) as TextsOf<Section> | undefined;
  if (known) return known;
  const texts: [string, string][] = [];
  for (const key in section) texts.push([key, textOf(key)]);
  const all = Object.fromEntries(texts) as TextsOf<Section>;
  ofEdition.set(name, all);
  return all;
}
