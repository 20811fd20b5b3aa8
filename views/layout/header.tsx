import type { ReactNode } from 'react';
import type { Vehicle } from '../../server/contract/vehicles.js';
import { usePage } from '../context.js';
import { SearchBox } from '../islands/search-box.island.js';
import { searchBoxProps } from '../islands/search-box.props.js';
import { Kept } from '../kept.js';
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

/** What stands before the delivery country. */
function Contact(): ReactNode {
  const { t, url } = usePage();
  return (
    <>
      <a className="contact" href={url('information', { page: 'support' })}>
        {t('layout:contact')}
      </a>
      <OrganisationRating />
    </>
  );
}

/** Who is logged in is not known here (D27): both ways stand here, and the loader shows the right one. */
function Account(): ReactNode {
  const { t, url, path } = usePage();
  return (
    <>
      <a className="acct" data-to="login" href={url('login', { redirectUrl: path })}>
        <Icon name="user" />
        <span className="lg">{t('layout:account')}</span>
        <span className="vh">{t('layout:accountHint')}</span>
      </a>
      <a className="acct in" data-to="account" href={url('savedVehicles', {})}>
        <Icon name="user" />
        <span className="lg">{t('layout:myAccount')}</span>
        <span className="vh">{t('layout:accountHint')}</span>
      </a>
    </>
  );
}

function Home(): ReactNode {
  const { url, shopName } = usePage();
  return (
    <a className="logo" href={url('home', {})}>
      <Logo name={shopName} />
    </a>
  );
}

/** What stands behind the search box. */
function CartAndMenu(): ReactNode {
  const { t, url } = usePage();
  return (
    <>
      <a className="cartl" href={url('cart', {})} data-cart-link="">
        <Icon name="cart" />
        <span className="lg">{t('layout:cart')}</span>
        <span className="vh">{t('layout:cartHint')}</span>{' '}
        <span className="cnt" data-cart-count="" hidden>
          0
        </span>
      </a>
      <Menu />
    </>
  );
}

export function Header({ vehicle }: Props): ReactNode {
  const page = usePage();
  const { t, edition, environment, rating } = page;
  return (
    <header className="top">
      {environment !== 'live' && (
        <p className="env">
          <b>{t(`layout:environment.${environment}`)}</b>
        </p>
      )}
      <div className="w hd">
        <Kept parts={[{ of: edition, variant: `contact ${JSON.stringify(rating)}`, view: () => <Contact /> }]} />
        <DeliveryCountry />
        {edition.hasLogin && <Account />}
        <Kept parts={[{ of: edition, variant: 'home', view: () => <Home /> }]} />
        <SearchBox {...searchBoxProps(page, vehicle)} />
        <Kept parts={[{ of: edition, variant: 'cart', view: () => <CartAndMenu /> }]} />
        <VehicleBox vehicle={vehicle} />
      </div>
    </header>
  );
}
