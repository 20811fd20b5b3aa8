import islands from '../../locales/de/islands.json' with { type: 'json' };
import type { Model, Series } from '../../server/contract/vehicles.js';
import { fill } from '../fill.js';
import { keepPlaceholders, type Translate } from '../formats.js';
import type { PickerModel } from '../models.js';
import { textsOf } from './texts.js';
import type { EnteredKeys } from './vehicle-choice.model.js';

export type Option = [value: string, label: string];
export interface Options {
  popular: Option[];
  all: Option[];
}
export type Field = 'manufacturerId' | 'seriesId' | 'modelId';

export type Texts = Record<keyof typeof islands.picker, string>;
type LookupTexts = Record<'legend' | 'byModel' | 'other' | 'title' | 'several' | 'close', string>;
export type KeysTexts = LookupTexts & Record<keyof typeof islands.keys, string>;
export type PlateTexts = LookupTexts & Record<keyof typeof islands.plate, string>;

export interface Hit {
  modelId: string;
  kbaTypeId: string | null;
  name: string;
  power: string;
  years: string;
}
/** Result of a plain form for keys or a plate. */
export interface LookupResult {
  entered: EnteredKeys;
  state: 'invalid' | 'unknown' | 'failed' | 'several';
  hits: Hit[];
}

export interface VehiclePickerProps {
  action: string;
  locale: string;
  hidden: Readonly<Partial<Record<string, string>>>;
  manufacturers: { popular: string[]; all: Option[] };
  series: Options | null;
  models: Options | null;
  chosen: Record<Field, string | null>;
  texts: Texts;
  /** Texts of the edition's second way; at most one is set. */
  keys: KeysTexts | null;
  plate: PlateTexts | null;
  /** No register of plates is configured, so the form is not shown. */
  hasNoRegister?: true;
  /** Address of the drawing of a registration paper, for `keys`. */
  paper: string | null;
  lookupResult: LookupResult | null;
}

type Years = Pick<Series, 'productionYearStart' | 'productionYearEnd'>;
export type SeriesEntry = Years & Pick<Series, 'id' | 'name' | 'popularity'>;
export type ModelEntry = SeriesEntry & Pick<Model, 'kw' | 'ps' | 'ccm'>;
/** Fields of a vehicle in responses of `/api/vehicle/hsntsn` and `/license` that the picker reads. */
export interface FoundEntry {
  kbaId: string | null;
  model: (Omit<ModelEntry, 'popularity'> & Pick<Model, 'fullName'>) | null;
}
type Units = Pick<Texts, 'since' | 'until' | 'power'>;

/** Returns production years in words; empty if unknown. */
export function years({ productionYearStart: start, productionYearEnd: end }: Years, texts: Units): string {
  if (start === null) return end === null ? '' : fill(texts.until, { year: end });
  return end === null ? fill(texts.since, { year: start }) : `${start}–${end}`;
}
const join = (...parts: string[]): string => parts.filter(Boolean).join(', ');

/** Returns the power in words; empty if unknown, as for some electric cars. */
export const powerText = ({ kw, ps }: Pick<ModelEntry, 'kw' | 'ps'>, texts: Units): string =>
  kw > 0 ? fill(texts.power, { kw, ps }) : '';

/** Returns the text of a series with its production years (specification 2). */
export const seriesOption =
  (texts: Units) =>
  (entry: SeriesEntry): Option => [entry.id, join(entry.name, years(entry, texts))];

/** Returns the text of a model with kW, PS, displacement and production years (specification 2). */
export const modelOption =
  (texts: Units) =>
  (entry: ModelEntry): Option => [
    entry.id,
    join(entry.name, powerText(entry, texts), entry.ccm ? `${entry.ccm} cm³` : '', years(entry, texts)),
  ];

/** Returns found vehicles, each model once. A model with several national types names none of them. */
export function hitsOf(found: readonly FoundEntry[], texts: Units): Hit[] {
  const hits = new Map<string, Hit>();
  for (const { kbaId, model } of found) {
    if (!model) continue;
    const known = hits.get(model.id);
    if (known && known.kbaTypeId !== kbaId) known.kbaTypeId = null;
    if (known) continue;
    hits.set(model.id, {
      modelId: model.id,
      kbaTypeId: kbaId,
      name: model.fullName,
      power: powerText(model, texts),
      years: years(model, texts),
    });
  }
  return [...hits.values()];
}

/** Returns the address of a hit: the page of the picker's form, which redirects (D43). */
export function hitHref(
  { action, hidden }: Pick<VehiclePickerProps, 'action' | 'hidden'>,
  hit: Pick<Hit, 'modelId' | 'kbaTypeId'>,
): string {
  const query = new URLSearchParams(hidden as Record<string, string>);
  query.set('modelId', hit.modelId);
  if (hit.kbaTypeId) query.set('kbaTypeId', hit.kbaTypeId);
  return `${action}?${query}`;
}

function lookupTexts(t: Translate, way: 'keys' | 'plate'): LookupTexts {
  return {
    legend: t('islands:ways.legend'),
    byModel: t('islands:ways.model'),
    other: t(`islands:ways.${way}`),
    title: t('islands:hits.title'),
    several: t('islands:hits.several', keepPlaceholders),
    close: t('islands:hits.close'),
  };
}

/** Returns the texts of the three selects, for a picker that the browser creates. */
export const pickerTexts = (t: Translate): Texts =>
  textsOf('picker', islands.picker, t, (key) => t(`islands:picker.${key}`, keepPlaceholders));

interface PickerEdition {
  locale: string;
  hasKeyNumbers: boolean;
  hasPlates: boolean;
}

export function vehiclePickerTexts(
  edition: PickerEdition,
  t: Translate,
): Pick<VehiclePickerProps, 'texts' | 'keys' | 'plate'> {
  return {
    texts: pickerTexts(t),
    keys: edition.hasKeyNumbers
      ? {
          ...lookupTexts(t, 'keys'),
          ...textsOf('keys', islands.keys, t, (key) => t(`islands:keys.${key}`, keepPlaceholders)),
        }
      : null,
    plate: edition.hasPlates
      ? {
          ...lookupTexts(t, 'plate'),
          ...textsOf('plate', islands.plate, t, (key) => t(`islands:plate.${key}`, keepPlaceholders)),
        }
      : null,
  };
}

export function vehiclePickerProps(model: PickerModel, edition: PickerEdition, t: Translate): VehiclePickerProps {
  const texts = vehiclePickerTexts(edition, t);
  const options = <T>(groups: { popular: T[]; all: T[] } | null, option: (entry: T) => Option): Options | null =>
    groups && { popular: groups.popular.map(option), all: groups.all.map(option) };
  const { lookup } = model;
  return {
    action: model.action,
    locale: edition.locale,
    hidden: model.hidden,
    manufacturers: {
      popular: model.manufacturers.popular.map(({ id }) => id),
      all: model.manufacturers.all.map(({ id, name }) => [id, name]),
    },
    series: options(model.series, seriesOption(texts.texts)),
    models: options(model.models, modelOption(texts.texts)),
    chosen: model.chosen,
    ...texts,
    ...(model.hasNoRegister && { hasNoRegister: true }),
    paper: texts.keys && model.paper,
    lookupResult:
      lookup?.way === 'keys' || lookup?.way === 'plate'
        ? { entered: lookup.entered, state: lookup.state, hits: hitsOf(lookup.hits, texts.texts) }
        : null,
  };
}

export function readManufacturers(element: Element): VehiclePickerProps['manufacturers'] {
  const groups = element.querySelectorAll('[name=manufacturerId] optgroup');
  const options = (of: string): HTMLOptionElement[] => [
    ...element.querySelectorAll<HTMLOptionElement>(`[name=manufacturerId] ${of} option:not([value=""])`),
  ];
  const all = options(groups.length > 0 ? 'optgroup:last-child' : '');
  return {
    popular: groups.length > 0 ? options('optgroup:not(:last-child)').map(({ value }) => value) : [],
    all: all.map(({ value, text }) => [value, text]),
  };
}
