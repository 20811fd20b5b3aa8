import { usePage } from '../context.js';
import type { CountriesModel } from '../models.js';
import './country-grid.css';

/**
 * All delivery countries with their flags: seven columns on a desk, two or three on a phone (specification 1, 9). Each
 * is a button of one plain form; in a dialog script sets the cookie itself (D44).
 */
export function CountryGrid({ model: { countries, current, returnTo, isBlocked, flags } }: { model: CountriesModel }) {
  const { t, edition } = usePage();
  return (
    <form className="country-grid" method="post" action="/delivery-country" aria-label={t('layout:country.title')}>
      <input type="hidden" name="locale" value={edition.locale} />
      <input type="hidden" name="returnTo" value={returnTo ?? '/'} />
      <p className="note error space-above" role="alert" data-blocked-choice="" hidden={!isBlocked}>
        {t('layout:country.blocked')}
      </p>
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
    </form>
  );
}
