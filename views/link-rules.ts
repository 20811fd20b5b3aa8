import links from './link-rules.json' with { type: 'json' };

/**
 * Kinds of catalogue pages. The table lists what a page of each kind links for crawlers: one level down, one up, no
 * jumps (specification 2, D9, D46).
 */
export type PageKind = keyof typeof links;

/** Least popularity of a category that crawlers visit without a model (specification 9). */
export const popularityMinimum = 120;

const needPopularity: readonly PageKind[] = ['category', 'manufacturerCategory', 'seriesCategory'];

/** Returns whether crawlers may follow a link; else it is a button. @param popularity of a category */
export function isLinked(from: PageKind, to: PageKind, popularity = popularityMinimum): boolean {
  return (
    (links[from] as readonly string[]).includes(to) && (!needPopularity.includes(to) || popularity >= popularityMinimum)
  );
}
