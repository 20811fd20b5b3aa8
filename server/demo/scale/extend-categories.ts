import { inLanguages } from '../../contract/languages.js';
import { drawnAttributes } from '../attributes/leaf-attributes.js';
import type { Category } from '../categories.js';
import { filled, texts } from '../texts.js';

/** First id and leaf number of added leaves, far above those of the tables. */
const firstAddedId = 10_000;

/**
 * Adds leaves until there are `wanted` categories. A new leaf has the same part as a set, in a sports or in a
 * reinforced make; the most popular parts come first.
 * @throws RangeError where the tables give fewer
 */
export function extendCategories(categories: readonly Category[], wanted: number): Category[] {
  const extended = [...categories];
  const leaves = categories.filter(
    (category) => category.leafNumber !== null && !category.universal && category.parent,
  );
  const popular = [...leaves].sort((a, b) => b.popularity - a.popularity || a.id - b.id);
  for (const make of texts.de.categories.added.keys()) {
    for (const leaf of popular) {
      if (extended.length >= wanted) return extended;
      const title = inLanguages((language) =>
        filled(texts[language].categories.added[make] ?? '', { title: leaf.title[language] }),
      );
      const added: Category = {
        ...leaf,
        id: firstAddedId + extended.length,
        leafNumber: firstAddedId + extended.length,
        children: [],
        builtFrom: null,
        builtUntil: null,
        attributes: drawnAttributes,
        popularity: Math.max(1, Math.round(leaf.popularity / 3)),
        position: extended.length + 1,
        title,
        piece: { ...leaf.piece, needs: [], setOf: [], title },
      };
      leaf.parent?.children.push(added);
      extended.push(added);
    }
  }
  if (extended.length < wanted) throw new RangeError(`the tables give ${extended.length} categories, not ${wanted}`);
  return extended;
}
