import { type Listing, type Sort, sorts } from '../../server/contract/articles.js';
import { type ChosenFilter, encodeFilters } from '../../server/contract/filters.js';
import { type PageContext, usePage } from '../context.js';
import { CarriedFields } from '../islands/listing-filter.carried.js';
import { ListingFilter as FilterIsland } from '../islands/listing-filter.island.js';
import { type FilterProps, filterProps, listingFilterTexts, shortened } from '../islands/listing-filter.props.js';
import { Icon } from '../layout/icons.js';
import './listing-filter.css';

/** Values of one filter that a page carries; narrowing by others brings the rest up. */
const maxValues = 10;

/** Filters with something to choose. */
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
  ).map((filter) => shortened(filter, maxValues));

/** Whether a choice narrows what is listed; what the catalogue does not know of narrows nothing. */
export const isFiltered = ({ filters }: Pick<Listing, 'filters'>): boolean =>
  filters.some(({ attributes }) => attributes.some(({ isActive }) => isActive));

const pathOf = ({ path }: PageContext): string => path.split('?')[0] ?? path;
/**
 * Query parameters that a choice replaces, and those that are only displayed; all others of a listing's address are
 * kept.
 */
const chosenHere = new Set(['f', 'sort', 'page', 'show']);
const carriedParameters = ({ path }: PageContext): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(path.split('?')[1])].filter(([name]) => !chosenHere.has(name)));

interface FilterFormProps {
  filters: readonly FilterProps[];
  /** Path and query below /api that tells what a choice leaves, where it is not the page's own path (D20). */
  asked?: string;
}
/** The choice of values: a form to the listing's own path (D45). The order is chosen in `ListingOrder`. */
export function ListingFilter({ filters, asked }: FilterFormProps) {
  const page = usePage();
  const { t } = page;
  return (
    <FilterIsland
      action={pathOf(page)}
      kept={carriedParameters(page)}
      asked={asked ?? null}
      locale={page.edition.locale}
      country={page.country}
      filters={[...filters]}
      {...listingFilterTexts(t)}
    />
  );
}

/** The page's address without one chosen value. */
export function pathWithout(path: string, filters: readonly FilterProps[], key: string, value: string): string {
  const [address = '', query] = path.split('?');
  const values = new URLSearchParams(query);
  const left: ChosenFilter[] = filters
    .map((filter) => ({
      key: filter.key,
      values: filter.values
        .filter(([each, , , active]) => active === 1 && !(filter.key === key && each === value))
        .map(([each]) => each),
    }))
    .filter((filter) => filter.values.length > 0);
  values.delete('page');
  values.delete('show');
  values.delete('f');
  const f = encodeFilters(left);
  if (f) values.set('f', f);
  return values.size > 0 ? `${address}?${values}` : address;
}

/** What is chosen, each with a link to the list without it. */
function Chosen({ filters }: { filters: readonly FilterProps[] }) {
  const { t, path } = usePage();
  const active = filters.flatMap(({ key, label, values }) =>
    values.filter(([, , , isActive]) => isActive).map(([value, text]) => ({ key, label, value, text })),
  );
  if (active.length === 0) return null;
  return (
    <ul className="chosen-filters" aria-label={t('category:filter.chosen')}>
      {active.map(({ key, label, value, text }) => (
        <li key={`${key}.${value}`}>
          <a
            className="button"
            rel="nofollow"
            href={pathWithout(path, filters, key, value)}
            aria-label={t('category:filter.remove', { value: `${label}: ${text}` })}
          >
            {text} <Icon name="x" />
          </a>
        </li>
      ))}
    </ul>
  );
}

interface OrderProps {
  sort: Sort;
  filters: readonly FilterProps[];
  /** What the order is called that is set where none is chosen. */
  usual?: string;
}
/** The order of the list; it is sent with the filters, which stay as they are. */
export function ListingOrder({ sort: chosen, filters, usual }: OrderProps) {
  const page = usePage();
  const { t } = page;
  const active = filters.flatMap(({ values }) => values.filter(([, , , isActive]) => isActive)).length;
  const hasFilters = filters.length > 0;
  const form = hasFilters ? 'fl' : 'so';
  return (
    <div className="sort-bar">
      <Chosen filters={filters} />
      {hasFilters && (
        <a className="button" href="#filter">
          {t('category:filter.title')}
          {active > 0 && <span className="count">{active}</span>}
        </a>
      )}
      {!hasFilters && (
        <form id="so" method="post" action={pathOf(page)} hidden>
          <input type="hidden" name="locale" value={page.edition.locale} />
          <CarriedFields kept={carriedParameters(page)} />
        </form>
      )}
      <select form={form} name="sort" defaultValue={chosen} aria-label={t('category:sort.label')}>
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {sort === 'popularity' && usual ? usual : t(`category:sort.${sort}`)}
          </option>
        ))}
      </select>
      <button type="submit" form={form} className="button" aria-label={t('category:sort.apply')}>
        <Icon name="sort" />
      </button>
    </div>
  );
}
