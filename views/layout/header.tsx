import type { ReactNode } from 'react';
import type { Category, Vehicle } from '../../server/api/contract.js';
import { categoryHref } from '../catalogue-links.js';
import { usePage } from '../context.js';
import { DeliveryCountry } from './delivery-country.js';
import { Icon } from './icons.js';
import { Logo } from './logo.js';
import { VehicleBox } from './vehicle-box.js';
import './header.css';

/** The vehicle of the page travels with the search, in the one field that names it most exactly (specification 2). */
function SearchContext({ vehicle }: { vehicle: Vehicle | null }): ReactNode {
  if (!vehicle) return null;
  const { manufacturer, seriesPage, model } = vehicle;
  if (model) return <input type="hidden" name="modelId" value={model.id} />;
  if (seriesPage) return <input type="hidden" name="vehicleSeriesGroupId" value={seriesPage.id} />;
  return <input type="hidden" name="vehicleManufacturerId" value={manufacturer.id} />;
}

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
  const { t, url, shopName, edition, path, environment } = usePage();
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
          <a className="acct" href={url('login', { redirectUrl: path })}>
            <Icon name="user" />
            <span className="lg">{t('layout:account')}</span>
            <span className="vh">{t('layout:accountHint')}</span>
          </a>
        )}
        <a className="logo" href={url('home', {})}>
          <Logo name={shopName} />
        </a>
        {/* biome-ignore lint/a11y/useSemanticElements: browsers of the floor (D70) do not know <search>. */}
        <form className="find" action={url('search', {})} role="search">
          <SearchContext vehicle={vehicle} />
          <input
            name="query"
            type="search"
            required
            placeholder={t('layout:search.placeholder')}
            aria-label={t('layout:search.label')}
            autoComplete="off"
          />
          <button type="submit" className="b ink" aria-label={t('layout:search.submit')}>
            <Icon name="find" />
          </button>
        </form>
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
