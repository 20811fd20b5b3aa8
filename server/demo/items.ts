import { inLanguages } from '../contract/languages.js';
import { positionTexts } from '../marketplace/catalogue-texts/own-texts.js';
import type { AttributeRow } from './attributes/measure.js';
import type { Category } from './categories.js';

/** The name of one unit: its item, or else its category, whose title is then a singular. */
export const unitName = ({ item, title }: Category): Category['title'] => item?.name ?? title;

/** Title of an article with its place on the car, as JSON by language; null where the title of its category says it. */
export function itemTitle(category: Category, place: string | null): string | null {
  if (!category.item) return null;
  const names = unitName(category);
  return JSON.stringify(
    inLanguages((language) =>
      [names[language], positionTexts(place, category.kind, language)].filter((part) => part !== null).join(', '),
    ),
  );
}

/** The content of one unit, last among the attributes. A pack of several units has the number of its pieces instead. */
export const contentRows = ({ item }: Category, packSize: number): AttributeRow[] =>
  item && packSize === 1 ? [['scope', item.content, null]] : [];
