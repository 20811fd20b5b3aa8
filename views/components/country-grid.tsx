import { usePage } from '../context.js';
import { HiddenFields } from '../hidden-fields.js';
import type { CountriesModel } from '../models.js';
import './country-grid.css';

/**
 * All delivery countries with their flags, likely ones first: seven columns on a desktop, two or three on a phone
 * (specification 1, 9). Each is a button of one plain form. In a dialog script sets the cookie itself (D44), and finds
 * countries by typed letters.
 */
export function CountryGrid({
  model: { near, others, current, returnTo, isBlocked, flags },
}: {
  model: CountriesModel;
}) {
  const { t, edition } = usePage();
  const list = (countries: CountriesModel['near']) => (
    <ul>
      {countries.map(({ code, name }) => (
        <li key={code}>
          <button type="submit" name="country" value={code} aria-current={code === current || undefined}>
            <svg aria-hidden="true">
              <use href={`${flags}#${code}`} />
            </svg>
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <form className="country-grid" method="post" action="/delivery-country" aria-label={t('layout:country.title')}>
      <HiddenFields fields={{ locale: edition.locale, returnTo: returnTo ?? '/' }} />
      <p className="note error space-above" role="alert" data-blocked-choice="" hidden={!isBlocked}>
        {t('layout:country.blocked')}
      </p>
      <input
        type="search"
        aria-label={t('layout:country.find')}
        placeholder={t('layout:country.find')}
        autoComplete="off"
        data-find-country=""
        hidden
      />
      {list(near)}
      {list(others)}
      <p className="space-above" role="status" data-no-country="" hidden>
        {t('layout:country.none')}
      </p>
    </form>
  );
}
