import { isSameTitle } from '../../contract/category-titles.js';
import type { Language } from '../../contract/languages.js';
import type { Locale } from '../../contract/locales.js';
import { cents, toEuros } from '../../contract/money.js';
import type { Wire } from '../../contract/operations/handler-types.js';
import { attributeLabel, attributeValue } from '../catalogue-texts/own-attributes.js';
import { ownText, ownTexts, positionTexts } from '../catalogue-texts/own-texts.js';
import { byLocale, collator, countryName, languageOf } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';
import type { CountedFacets, Facet, FacetValue, PriceFacet } from './facets.js';
import { printRange, type Range } from './ranges.js';

type FilterWire = Wire<'listing'>['filters'][number];

/** Values that come before all others, in this order (specification 9); places on a car from front to rear. */
const promoted: Readonly<Record<string, readonly string[]>> = {
  place: ['front', 'front-left', 'front-right', 'rear', 'rear-left', 'rear-right'],
  delivery_country: ['DE', 'AT', 'CH'],
  type: ['H4', 'H7', 'H1', 'D2S', 'D1R'],
  viscosity: ['0W30', '0W40', '10W40', '15W40', '5W30'],
};
/** Filters before and after the leaf's own. Filters that decide about fluids come first. */
const first = ['category', 'approval', 'viscosity', 'place', 'brand', 'price'];
const last = ['condition', 'delivery_days', 'shop_rating', 'delivery_country'];
const rank = (key: string): number => (first.includes(key) ? first.indexOf(key) - first.length : last.indexOf(key) + 1);

const numbersOf = byLocale((locale) => new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 4 }));
const moneyOf = byLocale((locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }));

/** Begins a value with a capital, as its neighbours do. Brands keep their own writing. */
const capital = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1);

/** Filters whose values are ids. */
const named = new Set(['brand', 'category']);

/** Returns the title of a category, with its parent's title if that differs (specification 3). */
function categoryName({ categories }: Generation, id: string, language: Language): string {
  const category = categories.all.get(Number(id));
  if (!category) return id;
  const { title } = category.texts[language];
  const above = category.parent?.texts[language].title;
  return above && !isSameTitle(title, above) && category.parent?.id !== 1 ? `${title} (${above})` : title;
}

interface LabelContext {
  readonly generation: Generation;
  /** Drawing kind of the leaf, '' = several: a bumper sits at the front, a brake disc on the front axle. */
  readonly kind: string;
  readonly locale: Locale;
}

function valueLabel(
  { generation, kind, locale }: LabelContext,
  key: string,
  { value, unit, range }: FacetValue,
): string {
  const language = languageOf(locale);
  const { steps } = ownTexts[language];
  const decimal = value.replace('.', ',');
  if (key === 'brand') return generation.brands.get(Number(value))?.name ?? value;
  if (key === 'category') return categoryName(generation, value, language);
  if (key === 'place') return positionTexts(value, kind, language) ?? value;
  if (key === 'condition') return ownText('conditions', value, language) ?? value;
  if (key === 'delivery_country') return countryName(value, locale);
  if (key === 'delivery_days') return value === '1' ? steps.upToOneDay : steps.upToDays.replace('{n}', value);
  if (range) return numbersLabel(range, unit, locale);
  if (key === 'shop_rating') return steps.fromStars.replace('{n}', decimal);
  const bare = unit && value.endsWith(` ${unit}`) ? value.slice(0, -unit.length - 1) : value;
  const shown = attributeValue(generation.attributes, key, bare, unit ?? null, language);
  return shown.unit ? `${shown.value}\u00a0${shown.unit}` : shown.value;
}

function numbersLabel({ from, to }: Range, unit: string | null, locale: Locale): string {
  const { steps } = ownTexts[languageOf(locale)];
  const format = (each: number | null): string => numbersOf(locale).format(each ?? 0);
  const [low, high] = [format(from), format(to)];
  let text = low === high ? low : `${low}–${high}`;
  if (from === null) text = steps.upTo.replace('{n}', high);
  else if (to === null) text = steps.from.replace('{n}', low);
  return unit ? `${text}\u00a0${unit}` : text;
}

/** Sorts promoted values first, steps by size, others by number or alphabet. */
function inOrder(facet: Facet, labelled: FilterWire['attributes'], locale: Locale): FilterWire['attributes'] {
  if (facet.isSingle && facet.key !== 'delivery_country') return labelled;
  const before = promoted[facet.key] ?? [];
  const place = ({ value }: { value: string }) => (before.includes(value) ? before.indexOf(value) : before.length);
  const { compare } = collator(locale);
  // A range sorts by its start; one without a lower bound comes first.
  const number = ({ value }: { value: string }) => (value.startsWith('-') ? 0 : Number.parseFloat(value));
  const isNumeric = labelled.every((each) => !Number.isNaN(number(each))) && !named.has(facet.key);
  return [...labelled].sort(
    (a, b) => place(a) - place(b) || (isNumeric ? number(a) - number(b) : 0) || compare(a.label, b.label),
  );
}

function facetWire(facet: Facet, speaker: LabelContext): FilterWire {
  const { key, isSingle } = facet;
  const language = languageOf(speaker.locale);
  const labelled = facet.values
    .filter(({ count, isActive }) => count > 0 || isActive)
    .map((value) => ({
      value: value.value,
      label: key === 'brand' ? valueLabel(speaker, key, value) : capital(valueLabel(speaker, key, value)),
      count: value.count,
      isActive: value.isActive,
    }));
  return {
    key,
    label: ownText('filters', key, language) ?? attributeLabel(speaker.generation.attributes, key, language),
    isSingle,
    range: null,
    attributes: inOrder(facet, labelled, speaker.locale),
  };
}

function rangeLabel({ from, to }: Range, locale: Locale): string {
  const money = moneyOf(locale);
  const shown = (amount: number | null) => (amount === null ? '' : money.format(amount / 100));
  return `${shown(from)} – ${shown(to)}`.trim();
}

/** A chosen range is also an attribute, so that callers find every choice among the active attributes. */
function priceWire({ min, max, active }: PriceFacet, resultCount: number, { locale }: LabelContext): FilterWire {
  const euros = (amount: number | null) => (amount === null ? null : toEuros(cents(amount)));
  const attributes = active && [
    {
      value: printRange({ from: euros(active.from), to: euros(active.to) }),
      label: rangeLabel(active, locale),
      count: resultCount,
      isActive: true,
    },
  ];
  return {
    key: 'price',
    label: ownTexts[languageOf(locale)].filters.price,
    isSingle: true,
    range: {
      min: euros(min) ?? 0,
      max: euros(max) ?? 0,
      from: euros(active?.from ?? null),
      to: euros(active?.to ?? null),
    },
    attributes: attributes ?? [],
  };
}

/** Returns the filters of a leaf with labels, in the order of the page; `cleaf` is omitted. */
export function filtersWire({ facets, price, rows }: CountedFacets, speaker: LabelContext): FilterWire[] {
  // Visitors can undo a filter that a search has chosen.
  const isOffered = ({ key, values }: Facet): boolean =>
    (speaker.generation.attributes.get(key)?.isFacet ?? true) || values.some(({ isActive }) => isActive);
  const filters = facets.filter(isOffered).map((facet) => facetWire(facet, speaker));
  if (price) filters.push(priceWire(price, rows.length, speaker));
  return filters
    .filter(({ attributes, range }) => attributes.length > 0 || range)
    .sort((a, b) => rank(a.key) - rank(b.key));
}
