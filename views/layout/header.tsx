import type { Vehicle } from '../../server/contract/vehicles.js';
import { Cached } from '../cached.js';
import { Stars } from '../components/stars.js';
import { usePage } from '../context.js';
import { Icon } from '../icons.js';
import { SearchBox } from '../islands/search-box.island.js';
import { searchBoxProps } from '../islands/search-box.props.js';
import { Logo } from './logo.js';
import { VehicleBox } from './vehicle-box.js';
import './header.css';

/**
 * Button of the navigation, which script loads into an overlay; without script it opens a page (D39). Pages do not
 * contain its links, so that crawlers do not follow them (D9).
 */
function Menu() {
  const { t, url, edition } = usePage();
  return (
    <form
      className="menu"
      action={url('menu', {})}
      data-opens={`/fragments/${edition.locale}/menu.html`}
      data-kind="menu"
    >
      <button type="submit" className="header-button" aria-haspopup="dialog">
        <Icon name="menu" />
        <span className="header-label">{t('layout:menu.title')}</span>
      </button>
    </form>
  );
}

/** Rating of the shop. An example is labelled as such, so that nobody mistakes it for an opinion (D25). */
function OrganisationRating() {
  const { t, format, rating, shopName, isDemonstration } = usePage();
  if (!rating) return null;
  const count = t('reviews:count', { count: rating.count, number: format.number(rating.count) });
  const notes = {
    own: isDemonstration && t('reviews:invented'),
    placeholder: t('reviews:placeholder'),
    trustedShops: 'Trusted Shops',
  };
  const note = notes[rating.source];
  return (
    <p className="rating" data-rating={rating.source}>
      <span className="visually-hidden">{t('reviews:of', { shop: shopName })} </span>
      <b>
        <Stars rating={rating.value} />
      </b>{' '}
      <span>{note ? `${count} · ` : count}</span>
      {note}
    </p>
  );
}

/** Button for the delivery country (D23, D44): opens the grid of countries; without script a page that leads back. */
function DeliveryCountry() {
  const { t, format, country, edition, path, url } = usePage();
  return (
    <form
      className="delivery-country"
      action={url('countries', {})}
      data-opens={`/fragments/${edition.locale}/countries.html`}
      data-kind="countries"
    >
      <input type="hidden" name="returnTo" value={path} />
      <button type="submit" className="header-button" aria-haspopup="dialog">
        <span className="header-label">{t('layout:country.label')}</span>
        <b title={format.country(country)}>{country}</b>
        <span className="visually-hidden">{t('layout:country.change', { country: format.country(country) })}</span>
      </button>
    </form>
  );
}

function Contact() {
  const { t, url } = usePage();
  return (
    <>
      <a className="contact" href={url('information', { page: 'support' })}>
        <Icon name="help" />
        <span className="header-label">{t('layout:contact')}</span>
      </a>
      <OrganisationRating />
    </>
  );
}

/** Links to log in and to the account. Pages do not know who is logged in (D27), so the loader shows one of them. */
function Account() {
  const { t, url, path } = usePage();
  return (
    <>
      <a className="account" data-to="login" href={url('login', { redirectUrl: path })}>
        <Icon name="user" />
        <span className="header-label">{t('layout:account')}</span>
      </a>
      <a className="account logged-in" data-to="account" href={url('savedVehicles', {})}>
        <Icon name="user" />
        <span className="header-label">{t('layout:myAccount')}</span>
      </a>
    </>
  );
}

function Home() {
  const { url, shopName, logo } = usePage();
  return (
    <a className="logo" href={url('home', {})}>
      <Logo name={shopName} picture={logo} />
    </a>
  );
}

function CartAndMenu() {
  const { t, url } = usePage();
  return (
    <>
      <a className="cart-link" href={url('cart', {})} data-cart-link="">
        <Icon name="cart" />
        <span className="header-label">{t('layout:cart')}</span>{' '}
        <span className="count" data-cart-count="" hidden>
          0
        </span>
      </a>
      <Menu />
    </>
  );
}

export function Header({ vehicle }: { vehicle: Vehicle | null }) {
  const page = usePage();
  const { t, edition, environment, isIncomplete, rating } = page;
  return (
    <header className="site-header">
      {environment !== 'live' && (
        <p className="environment">
          <b>{t(`layout:environment.${environment}`)}</b>
        </p>
      )}
      {isIncomplete && (
        <p className="environment incomplete">
          <b>{t('layout:incomplete')}</b>
        </p>
      )}
      <div className="page-width header-grid">
        <Cached of={[edition]} variant={`contact ${JSON.stringify(rating)}`} view={() => <Contact />} />
        <DeliveryCountry />
        {edition.hasLogin && <Account />}
        <Cached of={[edition]} variant="home" view={() => <Home />} />
        <SearchBox {...searchBoxProps(page, vehicle)} />
        <Cached of={[edition]} variant="cart" view={() => <CartAndMenu />} />
        <VehicleBox vehicle={vehicle} />
      </div>
    </header>
  );
}
