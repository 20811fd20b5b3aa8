/** A list of the picker: the most popular entries, then all, each in alphabetical order. */
export interface Grouped<T> {
  popular: T[];
  all: T[];
}

/** Entries of a top list (specification 9). */
export const topCount = 10;

/** Making a collator takes longer than sorting. */
const collators = new Map<string, Intl.Collator>();
function collatorOf(locale: string): Intl.Collator {
  const collator = collators.get(locale) ?? new Intl.Collator(locale, { numeric: true });
  collators.set(locale, collator);
  return collator;
}

/** Groups entries for a select. A short list has no popular group. */
export function groupByPopularity<T extends { name: string; popularity: number }>(
  entries: readonly T[],
  locale: string,
): Grouped<T> {
  const { compare } = collatorOf(locale);
  const byName = (a: T, b: T): number => compare(a.name, b.name);
  const all = [...entries].sort(byName);
  if (all.length <= topCount) return { popular: [], all };
  const popular = [...entries].sort((a, b) => b.popularity - a.popularity).slice(0, topCount);
  return { popular: popular.sort(byName), all };
}

/** Returns the edition's ten manufacturers; popular ones replace those that the catalogue lacks (D49). */
export function topManufacturers<T extends { name: string; seoName: string; popularity: number }>(
  { topManufacturers: names, locale }: { topManufacturers: readonly string[]; locale: string },
  all: readonly T[],
): T[] {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const isWanted = ({ seoName }: T): boolean => wanted.has(seoName.toLowerCase());
  const rest = all.filter((entry) => !isWanted(entry)).sort((a, b) => b.popularity - a.popularity);
  const { compare } = collatorOf(locale);
  return [...all.filter(isWanted), ...rest].slice(0, topCount).sort((a, b) => compare(a.name, b.name));
}
