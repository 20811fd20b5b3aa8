import { type Listing, type MeasureGroup, type Sort, sorts } from '../../server/contract/articles.js';
import { type ChosenFilter, encodeFilters } from '../../server/contract/filters.js';
import { usePage } from '../context.js';
import { HiddenFields } from '../hidden-fields.js';
import { Icon, IconSprite } from '../icons.js';
import { ListingFilter as FilterIsland } from '../islands/listing-filter.island.js';
import {
  type FilterProps,
  filterProps,
  isOffered,
  listingFilterTexts,
  shortened,
} from '../islands/listing-filter.props.js';
import { withQuery } from '../with-query.js';
import './listing-filter.css';

/** Most values of a filter on a page. Other filters reduce the list and bring further values up. */
const maxValues = 10;

export const offeredFilters = ({ filters }: Pick<Listing, 'filters'>): FilterProps[] =>
  filterProps(
    filters.map((filter) => ({
      ...filter,
      range: filter.range && {
        min: filter.range.min / 100,
        max: filter.range.max / 100,
        from: filter.range.from === null ? null : filter.range.from / 100,
        to: filter.range.to === null ? null : filter.range.to / 100,
      },
    })),
  )
    .filter(isOffered)
    .map((filter) => shortened(filter, maxValues));

/** Whether a filter is active. Values that the catalogue does not know do not count. */
export const isFiltered = ({ filters }: Pick<Listing, 'filters'>): boolean =>
  filters.some(({ attributes }) => attributes.some(({ isActive }) => isActive));

const pathOf = (path: string): string => path.split('?')[0] ?? path;
/** Parameters that a choice replaces, or that only concern display. A listing's address keeps all others. */
const chosenHere = new Set(['f', 'sort', 'page', 'show', 'ids']);
const carriedParameters = (path: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(path.split('?')[1])].filter(([name]) => !chosenHere.has(name)));

interface FilterFormProps {
  filters: readonly FilterProps[];
  /** Path and query below /api that counts the results of a choice, if it differs from the page's path (D20). */
  asked?: string;
  /** Address of the list, if the page has another one. */
  path?: string;
}
/** Filter form of a listing; it leads to the listing's own path (D45). `ListingOrder` has the order. */
export function ListingFilter({ filters, asked, path }: FilterFormProps) {
  const page = usePage();
  const { t } = page;
  const own = path ?? page.path;
  return (
    <FilterIsland
      action={pathOf(own)}
      kept={carriedParameters(own)}
      asked={asked ?? null}
      locale={page.edition.locale}
      country={page.country}
      filters={[...filters]}
      {...listingFilterTexts(t)}
    />
  );
}

type IsKept = (key: string, value: string) => boolean;
/** Returns the page's address with the kept choices and the added ones. */
function pathChoosing(path: string, filters: readonly FilterProps[], isKept: IsKept, added: ChosenFilter[]): string {
  const kept: ChosenFilter[] = filters
    .map((filter) => ({
      key: filter.key,
      values: filter.values
        .filter(([value, , , active]) => active === 1 && isKept(filter.key, value))
        .map(([value]) => value),
    }))
    .filter((filter) => filter.values.length > 0);
  return withQuery(path, { page: undefined, show: undefined, ids: undefined, f: encodeFilters([...kept, ...added]) });
}

/** The car of a list, and the address of the list for all cars. */
interface CarChip {
  label: string;
  href: string;
}

export const pathWithout = (path: string, filters: readonly FilterProps[], key: string, value: string): string =>
  pathChoosing(path, filters, (each, one) => each !== key || one !== value, []);

/** Returns the page's address with the given values, which replace all choices of `keys`. */
export const pathWith = (
  path: string,
  filters: readonly FilterProps[],
  keys: ReadonlySet<string>,
  chosen: MeasureGroup['chosen'],
): string =>
  pathChoosing(
    path,
    filters,
    (key) => !keys.has(key),
    [...Map.groupBy(chosen, ({ key }) => key)].map(([key, all]) => ({ key, values: all.map(({ value }) => value) })),
  );

/** Active filters, each with a link that removes it. */
function Chosen({ filters, path, car }: { filters: readonly FilterProps[]; path: string; car: CarChip | null }) {
  const { t } = usePage();
  const active = filters.flatMap(({ key, label, values }) =>
    values.filter(([, , , isActive]) => isActive).map(([value, text]) => ({ key, label, value, text })),
  );
  if (active.length === 0 && !car) return null;
  return (
    <>
      <IconSprite names={['x']} />
      <ul className="chosen-filters" aria-label={t('category:filter.chosen')}>
        {car && (
          <li>
            <a
              className="button"
              rel="nofollow"
              href={car.href}
              aria-label={t('category:filter.remove', { filter: t('search:read.vehicle'), value: car.label })}
            >
              {car.label} <Icon name="x" />
            </a>
          </li>
        )}
        {active.map(({ key, label, value, text }) => (
          <li key={`${key}.${value}`}>
            <a
              className="button"
              rel="nofollow"
              href={pathWithout(path, filters, key, value)}
              aria-label={t('category:filter.remove', { filter: label, value: text })}
            >
              {text} <Icon name="x" />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

interface OrderProps {
  sort: Sort;
  filters: readonly FilterProps[];
  /** Name of the default order. */
  usual?: string;
  /** Address of the list, if the page has another one. */
  path?: string;
  car?: CarChip | null;
}
/** Form for the order of the list, which keeps the filters. */
export function ListingOrder({ sort: chosen, filters, usual, path, car = null }: OrderProps) {
  const page = usePage();
  const { t } = page;
  const own = path ?? page.path;
  const active = filters.flatMap(({ values }) => values.filter(([, , , isActive]) => isActive)).length;
  const hasFilters = filters.length > 0;
  const form = hasFilters ? 'fl' : 'so';
  return (
    <div className="sort-bar">
      <Chosen filters={filters} path={own} car={car} />
      {hasFilters && (
        <a className="button" href="#filter">
          {t('category:filter.title')}
          {active > 0 && <span className="count">{active}</span>}
        </a>
      )}
      {!hasFilters && (
        <form id="so" method="post" action={pathOf(own)} hidden>
          <HiddenFields fields={{ locale: page.edition.locale, ...carriedParameters(own) }} />
        </form>
      )}
      <select form={form} name="sort" defaultValue={chosen} aria-label={t('category:sort.label')}>
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {sort === 'popularity' && usual ? usual : t(`category:sort.${sort}`)}
          </option>
        ))}
      </select>
      <button type="submit" form={form} className="button sort-apply">
        {t('category:sort.apply')}
      </button>
    </div>
  );
}
