import type { ReactNode } from 'react';
import type { Category, Vehicle } from '../../server/api/contract.js';
import { categoryHref } from '../catalogue-links.js';
import { usePage } from '../context.js';
import { SearchBox, searchBoxProps } from '../islands/search-box.island.js';
import { DeliveryCountry } from './delivery-country.js';
import { Icon } from './icons.js';
import { Logo } from './logo.js';
import { VehicleBox } from './vehicle-box.js';
import './header.css';

/**
 * All root categories from every page. They are buttons of one form: for crawlers only the home page and the page of
 * all vehicles lead to them (D9).
 */
function Menu({ categories }: { categories: readonly Category[] }): ReactNode {
  const { t, url } = usePage();
  const title = t('layout:menu.title');
  return (
    <details className="menu">
      <summary>
        <Icon name="menu" />
        <span className="lg">{title}</span>
        <span className="vh">{t('layout:menu.short')}</span>
      </summary>
      <nav className="ov" aria-label={title}>
        <form>
          <ul className="c">
            {categories.map((category) => (
              <li key={category.id}>
                <button type="submit" className="nl" formAction={categoryHref(url, category, null)}>
                  {category.title}
                </button>
              </li>
            ))}
          </ul>
        </form>
        <ul>
          <li>
            <a href={url('vehicles', {})}>{t('layout:menu.vehicles')}</a>
          </li>
          <li>
            <a href={url('information', { page: 'brands' })}>{t('layout:pages.brands')}</a>
          </li>
          <li>
            <a href={url('information', { page: 'support' })}>{t('layout:contact')}</a>
          </li>
        </ul>
      </nav>
    </details>
  );
}

interface Props {
  vehicle: Vehicle | null;
  categories: readonly Category[];
}

export function Header({ vehicle, categories }: Props): ReactNode {
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
        <Menu categories={categories} />
        <VehicleBox vehicle={vehicle} />
      </div>
    </header>
  );
}
