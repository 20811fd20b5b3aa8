import type { Locale } from '../../contract/locales.js';
import type { Wire } from '../../contract/operations/handler-types.js';
import type { CodeColumn } from '../catalogue-file/leaf-format.js';
import goods from '../catalogue-texts/data/goods.json' with { type: 'json' };
import { attributeValue, type OwnAttributes } from '../catalogue-texts/own-attributes.js';
import { ownText, positionTexts } from '../catalogue-texts/own-texts.js';
import { languageOf } from '../catalogue-texts/texts.js';
import type { Category } from '../generation/category-index.js';
import type { Generation } from '../generation/generation.js';
import type { VehicleContext } from '../vehicles/context.js';
import { countFacets } from './facets.js';
import { notesFor, noteTexts } from './fit.js';
import type { ListedLeaf } from './leaf-listing.js';
import { readProducts } from './product-list.js';
import { productImages } from './product-wire.js';

/** Attributes that decide which product a buyer needs, by the drawing kind of the category. */
const decidingKeys: Readonly<Record<string, readonly string[]>> = goods.deciding;
/** Returns the deciding attributes of a category, then those that the operator marked. */
export const decidingOf = ({ kind }: Pick<Category, 'kind'>, own: OwnAttributes): readonly string[] => [
  ...(decidingKeys[kind] ?? []),
  ...[...own.values()].filter(({ isDeciding }) => isDeciding).map(({ code }) => code),
];

/** More groups than these are hard to compare; the filters then serve better. */
const mostGroups = 8;

interface Group {
  place: string | null;
  values: { key: string; value: string; unit: string | null }[];
  /** Indexes in the leaf. */
  rows: number[];
}

/** Returns a label such as `288×25`, `74 Ah · 278×175×190` or `205/55 R16`; it omits the unit mm. */
function labelOf(own: OwnAttributes, kind: string, values: Group['values'], locale: Locale): string {
  const language = languageOf(locale);
  const shown = values.map(({ key, value, unit }) => attributeValue(own, key, value, unit, language).value);
  if (kind === 'tyre') {
    const [width, ratio, rim, ...others] = shown;
    return [`${width}/${ratio} R${rim}`, ...others].join(' · ');
  }
  const [sizes = [], others = []] = [true, false].map((isSize) =>
    values.flatMap(({ unit }, at) => {
      if ((unit === 'mm') !== isSize) return [];
      return unit === null || isSize ? [shown[at]] : [`${shown[at]}\u00a0${unit}`];
    }),
  );
  return [...others, ...(sizes.length > 0 ? [sizes.join('×')] : [])].join(' · ');
}

/** Groups products by place and deciding values; null = too many groups. */
function groupsOf(rows: Uint32Array, place: CodeColumn | undefined, keys: [string, CodeColumn][]): Group[] | null {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const codes = keys.map(([, column]) => column.codes[row] as number);
    if (codes.includes(0)) continue;
    const at = place?.codes[row] ?? 0;
    const name = `${at} ${codes}`;
    let group = groups.get(name);
    if (!group) {
      if (groups.size === mostGroups) return null;
      const values = keys.map(([key, column], index) => {
        const [value = '', unit = null] = column.values[(codes[index] as number) - 1] ?? [];
        return { key, value, unit };
      });
      group = { place: place?.values[at - 1]?.[0] ?? null, values, rows: [] };
      groups.set(name, group);
    }
    group.rows.push(row);
  }
  return [...groups.values()];
}

const inOrder = (a: Group, b: Group): number => {
  const [one, other] = [a.place ?? '', b.place ?? ''];
  if (one !== other) return one < other ? -1 : 1;
  const at = a.values.findIndex(({ value }, index) => value !== b.values[index]?.value);
  const [left = '', right = ''] = [a.values[at]?.value, b.values[at]?.value];
  return Number.parseFloat(left) - Number.parseFloat(right) || (left < right ? -1 : 1);
};

/**
 * Returns the sizes in a listing, with their number of products and the fitment condition that all of them share. Empty
 * if there is one size or too many.
 */
export async function decidingMeasures(
  generation: Generation,
  { leaf, isWithin, chosen }: Pick<ListedLeaf, 'leaf' | 'isWithin' | 'chosen'>,
  { category, context }: { category: Category; context: VehicleContext },
  locale: Locale,
): Promise<NonNullable<Wire<'listing'>['measures']>> {
  const keys = decidingOf(category, generation.attributes).flatMap((key): [string, CodeColumn][] => {
    const column = leaf.columns.get(key);
    return column ? [[key, column]] : [];
  });
  if (keys.length === 0) return [];
  const place = leaf.columns.get('place');
  const isDeciding = (key: string): boolean => key === 'place' || keys.some(([each]) => each === key);
  const others = new Map([...chosen].filter(([key]) => !isDeciding(key)));
  const groups = groupsOf(countFacets(leaf, isWithin, others).rows, place, keys);
  if (!groups || groups.length < 2) return [];
  groups.sort(inOrder);
  const language = languageOf(locale);
  const ids = groups.map(({ rows }) => rows.map((row) => leaf.ids[row] as number));
  const firstIds = ids.map(([first]) => first as number);
  const shown = new Map((await readProducts(generation, firstIds)).map((row) => [row.id, row]));
  const notes = context.type === 3 ? await notesFor(generation, ids.flat(), context.model) : new Map<number, number>();
  return groups.map(({ place: at, values, rows }, index) => {
    const own = ids[index] ?? [];
    const row = shown.get(own[0] as number);
    const [image] = row ? productImages(row, '', true) : [];
    const noteId = notes.get(own[0] as number) ?? 0;
    const all = [...values, ...(at === null ? [] : [{ key: 'place', value: at }])];
    const [first] = values;
    const isEnough = groups.every((other) => other.rows === rows || other.values[0]?.value !== first?.value);
    const wanted = first && isEnough ? [first] : all;
    return {
      label: labelOf(generation.attributes, category.kind, values, locale),
      place: (at && ownText('placeHeads', at, language)) || positionTexts(at, category.kind, language),
      notes: own.every((id) => (notes.get(id) ?? 0) === noteId) ? noteTexts(generation, noteId, language) : [],
      count: rows.length,
      isActive: wanted.every(({ key, value }) => chosen.get(key)?.join() === value),
      chosen: wanted.map(({ key, value }) => ({ key, value })),
      drawing: (image && (image.drawing ?? image.url)) ?? null,
    };
  });
}
