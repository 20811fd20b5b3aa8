import { usePage } from '../context.js';
import { Icon } from './icons.js';

/**
 * Where to deliver: prices to the door depend on it (D23, D44). The grid of countries opens over the page; without
 * script it is a page that leads back here. It is in neither case part of this one.
 */
export function DeliveryCountry() {
  const { t, format, country, edition, path, url } = usePage();
  return (
    <form
      className={edition.hasLogin ? 'delivery-country' : 'delivery-country at-end'}
      action={url('countries', {})}
      data-opens={`/fragments/${edition.locale}/countries.html`}
      data-kind="countries"
    >
      <input type="hidden" name="returnTo" value={path} />
      <button type="submit" className="header-button" aria-haspopup="dialog">
        <Icon name="land" />
        <span className="header-label">{t('layout:country.label')}</span>
        <b title={format.country(country)}>{country}</b>
        <span className="visually-hidden">{t('layout:country.change', { country: format.country(country) })}</span>
      </button>
    </form>
  );
}
