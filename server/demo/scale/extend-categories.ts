import { type Language, languages } from '../../contract/languages.js';
import type { Category } from '../categories.js';

type Titles = Record<Language, (title: string) => string>;

/** Further leaves beside a leaf of the tables: the same part as a set, in a sports and in a reinforced make. */
const makes: readonly Titles[] = [
  {
    de: (title) => `${title} im Satz`,
    fr: (title) => `${title} en kit`,
    es: (title) => `${title} en kit`,
    it: (title) => `${title} in kit`,
    nl: (title) => `${title} als set`,
  },
  {
    de: (title) => `${title}, Sportausführung`,
    fr: (title) => `${title}, version sport`,
    es: (title) => `${title}, versión deportiva`,
    it: (title) => `${title}, versione sportiva`,
    nl: (title) => `${title}, sportuitvoering`,
  },
  {
    de: (title) => `${title}, verstärkt`,
    fr: (title) => `${title}, version renforcée`,
    es: (title) => `${title}, versión reforzada`,
    it: (title) => `${title}, versione rinforzata`,
    nl: (title) => `${title}, versterkte uitvoering`,
  },
];
/** Where ids and leaf numbers of added leaves begin: far above those of the tables. */
const firstAddedId = 10_000;

/**
 * The tree of the tables with further leaves until it has `wanted` categories; the most popular parts first.
 * @throws RangeError when the tree cannot be extended so far
 */
export function extendCategories(categories: readonly Category[], wanted: number): Category[] {
  const extended = [...categories];
  const leaves = categories.filter(
    (category) => category.leafNumber !== null && !category.universal && category.parent,
  );
  const popular = [...leaves].sort((a, b) => b.popularity - a.popularity || a.id - b.id);
  for (const titles of makes) {
    for (const leaf of popular) {
      if (extended.length >= wanted) return extended;
      const added: Category = {
        ...leaf,
        id: firstAddedId + extended.length,
        leafNumber: firstAddedId + extended.length,
        children: [],
        popularity: Math.max(1, Math.round(leaf.popularity / 3)),
        position: extended.length + 1,
        title: Object.fromEntries(
          languages.map((language) => [language, titles[language](leaf.title[language])]),
        ) as Record<Language, string>,
      };
      leaf.parent?.children.push(added);
      extended.push(added);
    }
  }
  if (extended.length < wanted) throw new RangeError(`the tables give ${extended.length} categories, not ${wanted}`);
  return extended;
}
