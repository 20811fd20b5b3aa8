/** Kinds of catalogue pages as the rules for links see them (specification 2, D9). */
export type PageKind =
  | 'home'
  | 'none'
  | 'category'
  | 'product'
  | 'manufacturer'
  | 'series'
  | 'model'
  | 'manufacturerCategory'
  | 'seriesCategory'
  | 'modelCategory';

/** Categories below it are not worth a crawler's visit where no model narrows them (specification 9). */
export const popularityMinimum = 120;

/** One level down, one up, no jumps: what a page of each kind links for crawlers (D9, D46). */
const links: Readonly<Record<PageKind, readonly PageKind[]>> = {
  home: ['category', 'manufacturer'],
  none: ['category', 'manufacturer'],
  category: ['category', 'manufacturerCategory'],
  product: ['category', 'modelCategory'],
  manufacturer: ['series', 'manufacturerCategory'],
  series: ['model', 'seriesCategory'],
  model: ['modelCategory'],
  manufacturerCategory: ['category', 'seriesCategory'],
  seriesCategory: ['manufacturerCategory', 'modelCategory'],
  modelCategory: ['seriesCategory', 'modelCategory'],
};
const needPopularity: readonly PageKind[] = ['category', 'manufacturerCategory', 'seriesCategory'];

/** Whether crawlers may follow a link; else it is a button. @param popularity of a category, none for a vehicle */
export function isLinked(from: PageKind, to: PageKind, popularity = popularityMinimum): boolean {
  return links[from].includes(to) && (!needPopularity.includes(to) || popularity >= popularityMinimum);
}
