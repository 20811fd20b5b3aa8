import type { PickerModel } from '../../../views/models.js';
import { groupByPopularity, topManufacturers } from '../../../views/popular-groups.js';
import type { Navigation } from '../../contract/catalogue.js';
import { decimalId, slug } from '../../contract/ids.js';
import { ProblemError } from '../../contract/problem.js';
import { type RegisterWay, registerWays } from '../../contract/registers.js';
import type { Manufacturer } from '../../contract/vehicles.js';
import type { Api } from '../api/client.js';
import type { PageRequest } from '../render/page.js';
import type { Edition } from '../routes/editions.js';
import { normNumber } from '../routes/route-table.js';

type Chosen = PickerModel['chosen'];
type Hidden = PickerModel['hidden'];

export const nothingChosen: Chosen = { manufacturerId: null, seriesId: null, modelId: null };

const registerLocales: Readonly<Partial<Record<RegisterWay, Edition['locale']>>> = {
  dutchPlate: 'nl-NL',
  nationalCode: 'de-AT',
};
/** Whether an edition offers a register: VIN everywhere, others in the country of their numbers. */
export const isOfEdition = (way: RegisterWay, { locale }: Edition): boolean =>
  (registerLocales[way] ?? locale) === locale;

/** Returns the hidden fields of a picker's form: the category or the article to come back to (D43). */
export function hiddenOf(query: URLSearchParams): Hidden {
  const categoryId = query.get('categoryId') ?? '';
  if (decimalId.safeParse(categoryId).success) return { categoryId };
  const brand = query.get('brand') ?? '';
  const norm = normNumber(query.get('norm') ?? '');
  return slug.safeParse(brand).success && norm !== '' && norm.length <= 40 ? { brand, norm } : {};
}

/** Manufacturers sorted for each edition, once for each response, because sorting is expensive. */
const sorted = new WeakMap<readonly Manufacturer[], Map<Edition, PickerModel['manufacturers']>>();

/** Returns the groups of the edition, the same object for the same response. */
export function sortedFor(edition: Edition, manufacturers: readonly Manufacturer[]): PickerModel['manufacturers'] {
  const known = sorted.get(manufacturers) ?? new Map<Edition, PickerModel['manufacturers']>();
  let groups = known.get(edition);
  if (!groups) {
    const { all } = groupByPopularity(manufacturers, edition.locale);
    groups = { popular: topManufacturers(edition, manufacturers), all };
    sorted.set(manufacturers, known.set(edition, groups));
  }
  return groups;
}

interface PickerOptions {
  /** False if the page only links to its picker, which then needs no lists. */
  isShown?: boolean;
  /** Share of the page's time for each list. */
  share?: number;
}

/** Loads the picker with the choices made so far, and the list for the next one (D43). */
export type LoadPicker = (
  request: PageRequest,
  chosen: Chosen,
  hidden?: Hidden,
  options?: PickerOptions,
) => Promise<PickerModel>;

interface Needs {
  paper: string;
  /** Whether plates can be looked up: in the operator's register, or made-up ones in the demonstration (D30). */
  knowsPlates(): boolean;
  readonly registers: ReadonlySet<RegisterWay>;
}

export function createLoadPicker({ paper, knowsPlates, registers }: Needs): LoadPicker {
  return async ({ optional, url, edition }, chosen, hidden = {}, { isShown = true, share } = {}) => {
    const { manufacturerId, seriesId } = chosen;
    const asked = registerWays.filter((way) => registers.has(way) && isOfEdition(way, edition));
    const list = <T>(load: (api: Api) => Promise<T>): Promise<T | null> => optional('picker', load, share);
    const [manufacturers, series, models] = isShown
      ? await Promise.all([
          list((api) => api.call('manufacturers', {})),
          manufacturerId === null ? undefined : list((api) => api.call('manufacturerSeries', { id: manufacturerId })),
          seriesId === null ? undefined : list((api) => api.call('seriesModels', { id: seriesId })),
        ])
      : [];
    const isCut = [manufacturers, series, models].includes(null);
    return {
      action: url('vehicles', {}),
      hidden,
      manufacturers: manufacturers ? sortedFor(edition, manufacturers) : { popular: [], all: [] },
      ...(isCut && { isCut: true }),
      series: series ? groupByPopularity(series, edition.locale) : null,
      models: models ? groupByPopularity(models, edition.locale) : null,
      chosen,
      paper,
      ...(edition.hasPlates && !knowsPlates() && { hasNoRegister: true }),
      ...(asked.length > 0 && { registers: asked }),
    };
  };
}

/** Requires categories or manufacturers on pages that lead into the catalogue. @throws ProblemError `unavailable` */
export function requireEntryPoint(navigation: Navigation | null, { isCut }: PickerModel): void {
  if (!navigation && isCut) throw new ProblemError('unavailable', 'neither categories nor manufacturers');
}

/** Returns the part of a page that the query asks for, and whether it asks for that part alone. */
export function shownPart<Part extends string>(
  query: URLSearchParams,
  parts: readonly Part[],
): { show: Part | undefined; fragment: '1' | undefined } {
  const show = parts.find((part) => part === query.get('show'));
  return { show, fragment: show && query.has('fragment') ? '1' : undefined };
}
