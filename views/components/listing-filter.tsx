import type { ReactNode } from 'react';
import { type Listing, sorts } from '../../server/api/contract.js';
import { usePage } from '../context.js';
import { Icon } from '../layout/icons.js';
import './listing-filter.css';

type Filter = Listing['filters'][number];
type FilterValue = Filter['attributes'][number];
/** Values before the rest folds away. */
const shownValues = 8;

const isOffered = ({ count, isActive }: FilterValue): boolean => count > 0 || isActive;
/** Filters with something to choose. */
export const offeredFilters = ({ filters }: Listing): Filter[] =>
  filters
    .map((filter) => ({ ...filter, attributes: filter.attributes.filter(isOffered) }))
    .filter(({ attributes }) => attributes.length > 1 || attributes.some(({ isActive }) => isActive));

interface ValuesProps {
  filter: Pick<Filter, 'key' | 'isSingle'>;
  values: readonly FilterValue[];
}
function Values({ filter: { key, isSingle }, values }: ValuesProps): ReactNode {
  const { format } = usePage();
  return values.map(({ value, label, count, isActive }) => (
    <label className="ck" key={value}>
      <input type={isSingle ? 'radio' : 'checkbox'} name={`filter.${key}`} value={value} defaultChecked={isActive} />
      {label}
      <span>{format.number(count)}</span>
    </label>
  ));
}

/** What every form of a listing sends besides the choice: its edition, and the national vehicle type it is for (D48). */
function StandingFields(): ReactNode {
  const { path, edition } = usePage();
  const kbaTypeId = new URLSearchParams(path.split('?')[1]).get('kbaTypeId');
  return (
    <>
      <input type="hidden" name="locale" value={edition.locale} />
      {kbaTypeId && <input type="hidden" name="kbaTypeId" value={kbaTypeId} />}
    </>
  );
}

/** The choice of values as a form to the listing's own path (D45). The order is chosen in `ListingOrder`. */
export function ListingFilter({ filters }: { filters: readonly Filter[] }): ReactNode {
  const { t, path } = usePage();
  const action = path.split('?')[0];
  const isFiltered = filters.some(({ attributes }) => attributes.some(({ isActive }) => isActive));
  return (
    <div className="flt" id="filter">
      <form id="fl" method="post" action={action}>
        <h2 className="vh">{t('category:filter.title')}</h2>
        <StandingFields />
        {filters.map(({ key, label, isSingle, attributes }) => (
          <fieldset key={key}>
            <legend>{label}</legend>
            <Values filter={{ key, isSingle }} values={attributes.slice(0, shownValues)} />
            {attributes.length > shownValues && (
              <details className="d" open={attributes.slice(shownValues).some(({ isActive }) => isActive)}>
                <summary>{t('category:filter.more', { count: attributes.length - shownValues })}</summary>
                <div>
                  <Values filter={{ key, isSingle }} values={attributes.slice(shownValues)} />
                </div>
              </details>
            )}
          </fieldset>
        ))}
        <button type="submit" className="b ink">
          {t('category:filter.apply')}
        </button>
      </form>
      {isFiltered && (
        <form className="rst" method="post" action={action}>
          <StandingFields />
          <button type="submit" className="b quiet">
            {t('category:filter.reset')}
          </button>
        </form>
      )}
    </div>
  );
}

/** The order of the list; it is sent with the filters, which stay as they are. */
export function ListingOrder({ listing, filters }: { listing: Listing; filters: readonly Filter[] }): ReactNode {
  const { t, path } = usePage();
  const active = filters.flatMap(({ attributes }) => attributes.filter(({ isActive }) => isActive)).length;
  const hasFilters = filters.length > 0;
  const form = hasFilters ? 'fl' : 'so';
  return (
    <div className="bar">
      {hasFilters && (
        <a className="b" href="#filter">
          {t('category:filter.title')}
          {active > 0 && <span className="cnt">{active}</span>}
        </a>
      )}
      {!hasFilters && (
        <form id="so" method="post" action={path.split('?')[0]} hidden>
          <StandingFields />
        </form>
      )}
      <select form={form} name="sort" defaultValue={listing.sort} aria-label={t('category:sort.label')}>
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`category:sort.${sort}`)}
          </option>
        ))}
      </select>
      <button type="submit" form={form} className="b" aria-label={t('category:sort.apply')}>
        <Icon name="sort" />
      </button>
    </div>
  );
}
