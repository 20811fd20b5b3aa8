import { inLanguages, type Language } from '../contract/languages.js';
import { positionTexts } from '../marketplace/catalogue-texts/own-texts.js';
import { readTable } from '../marketplace/program/data-table.js';
import type { AttributeRow } from './attributes/measure.js';

/** What one unit of an article is, where its category is named in the plural: a price must say what it is for. */
export interface Item {
  readonly content: 'one' | 'pair' | 'axle' | 'set' | 'pack';
  readonly name: Readonly<Record<Language, string>>;
}

/** A category, as far as it names its goods. */
interface Named {
  readonly title: Readonly<Record<Language, string>>;
  readonly kind: string;
  readonly item: Item | null;
}

/** Items by the id of their leaf. */
export function readItems(file: string): Map<number, Item> {
  const items = new Map<number, Item>();
  for (const row of readTable(file, ['leaf', 'content', 'de', 'fr', 'es', 'it', 'nl']))
    items.set(row.requiredNumber('leaf', 2, 1e9), {
      content: row.oneOf('content', ['one', 'pair', 'axle', 'set', 'pack']),
      name: inLanguages((language) => row.required(language)),
    });
  return items;
}

/** How one unit is called: as its item, or else as its category, which then is a singular. */
export const unitName = ({ item, title }: Pick<Named, 'item' | 'title'>): Readonly<Record<Language, string>> =>
  item?.name ?? title;

/** Title of an article with its place on the car, as JSON by language; null where the title of its category says it. */
export function itemTitle(category: Named, place: string | null): string | null {
  if (!category.item) return null;
  const names = unitName(category);
  return JSON.stringify(
    inLanguages((language) =>
      [names[language], positionTexts(place, category.kind, language)].filter((part) => part !== null).join(', '),
    ),
  );
}

/** What is in one unit, last among the attributes; a pack of several states its pieces instead. */
export const contentRows = ({ item }: Pick<Named, 'item'>, packSize: number): AttributeRow[] =>
  item && packSize === 1 ? [['scope', item.content, null]] : [];
