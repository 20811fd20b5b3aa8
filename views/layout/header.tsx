import type { ReactNode } from 'react';
import type { Vehicle } from '../../server/api/contract.js';
import { usePage } from '../context.js';
import { SearchBox, searchBoxProps } from '../islands/search-box.island.js';
import { DeliveryCountry } from './delivery-country.js';
import { Icon } from './icons.js';
import { Logo } from './logo.js';
import { OrganisationRating } from './organisation-rating.js';
import { VehicleBox } from './vehicle-box.js';
import './header.css';

/**
 * The navigation opens over the page and is fetched then; without script the button leads to it as a page (D39). No
 * page carries its links, so that crawlers find none here that they should not follow (D9).
 */
function Menu(): ReactNode {
  const { t, url, edition } = usePage();
  return (
    <form
      className="menu"
      action={url('menu', {})}
      data-opens={`/fragments/${edition.locale}/menu.html`}
      data-kind="menu"
    >
      <button type="submit" className="hb" aria-haspopup="dialog">
        <Icon name="menu" />
        <span className="lg">{t('layout:menu.title')}</span>
        <span className="vh">{t('layout:menu.short')}</span>
      </button>
    </form>
  );
}

interface Props {
  vehicle: Vehicle | null;
}

export function Header({ vehicle }: Props): ReactNode {
  const page = usePage();
  const { t, url, shopName, edition, path, environment } = page;
  return (
    <header className="top">
      {environment !== 'live' && (
        <p className="env">
          <b>{t(`layout:environment.${environment}`)}</b>
        </p>
      )}
      <div className="w hd">
        <a className="contact" href={url('information', { page: 'support' })}>
          {t('layout:contact')}
        </a>
        <OrganisationRating />
        <DeliveryCountry />
        {edition.hasLogin && (
          <>
            <a className="acct" href={url('login', { redirectUrl: path })}>
              <Icon name="user" />
              <span className="lg">{t('layout:account')}</span>
              <span className="vh">{t('layout:accountHint')}</span>
            </a>
            {/* Shown in its place to who is logged in, which the loader knows (D27). */}
            <a className="acct in" href={url('savedVehicles', {})}>
              <Icon name="user" />
              <span className="lg">{t('layout:myAccount')}</span>
              <span className="vh">{t('layout:accountHint')}</span>
            </a>
          </>
        )}
        <a className="logo" href={url('home', {})}>
          <Logo name={shopName} />
        </a>
        <SearchBox {...searchBoxProps(page, vehicle)} />
        <a className="cartl" href={url('cart', {})} data-cart-link="">
          <Icon name="cart" />
          <span className="lg">{t('layout:cart')}</span>
          <span className="vh">{t('layout:cartHint')}</span>{' '}
          <span className="cnt" data-cart-count="" hidden>
            0
          </span>
        </a>
        <Menu />
        <VehicleBox vehicle={vehicle} />
      </div>
    </header>
  );
}
