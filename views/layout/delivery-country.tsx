import type { ReactNode } from 'react';
import { countries } from '../../server/api/contract/scalars.js';
import { usePage } from '../context.js';
import { Icon } from './icons.js';

/** Where to deliver: a form, since prices to the door depend on it (D23, D44). */
export function DeliveryCountry(): ReactNode {
  const { t, format, country, edition, path } = usePage();
  const { compare } = new Intl.Collator(edition.locale);
  const sorted = countries
    .map((code) => ({ code, name: format.country(code) }))
    .sort((a, b) => compare(a.name, b.name));
  return (
    <details className={edition.hasLogin ? 'land' : 'land end'}>
      <summary>
        <Icon name="land" />
        <span className="lg">{t('layout:country.label')}</span>
        <b title={format.country(country)}>{country}</b>
        <span className="vh">{t('layout:country.change', { country: format.country(country) })}</span>
      </summary>
      <form method="post" action="/delivery-country">
        <input type="hidden" name="locale" value={edition.locale} />
        <input type="hidden" name="returnTo" value={path} />
        <label htmlFor="country">{t('layout:country.question')}</label>
        <select id="country" name="country" defaultValue={country}>
          {sorted.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <button type="submit" className="b ink">
          {t('layout:country.apply')}
        </button>
      </form>
    </details>
  );
}
