import type { ShopCountry, ShopDetail } from '../../server/contract/shops.js';
import { Fact } from '../components/article/attribute-table.js';
import { FitIcons } from '../components/fit-icons.js';
import { ProductSection } from '../components/product-section.js';
import { Section } from '../components/section.js';
import { Stars } from '../components/stars.js';
import { type PageContext, usePage } from '../context.js';
import type { ShopModel } from '../models.js';
import { deliveryTime } from '../offer-texts.js';
import '../components/link-list.css';
import './shop.view.css';

/** The trader and how to reach them (DSA art. 30). Missing data are shown as missing. */
function Trader({ shop }: { shop: ShopDetail }) {
  const { t, format } = usePage();
  const place = [shop.street, `${shop.postcode} ${shop.city}`.trim(), format.country(shop.country)];
  const unknown = <span className="soft">{t('shop:trader.unknown')}</span>;
  return (
    <Section id="trader" title={t('shop:trader.title')}>
      <table className="fact-table">
        <tbody>
          <Fact label={t('shop:trader.name')}>{shop.name}</Fact>
          <Fact label={t('shop:trader.address')}>{place.filter(Boolean).join(', ')}</Fact>
          <Fact label={t('shop:trader.email')}>
            {shop.email ? <a href={`mailto:${shop.email}`}>{shop.email}</a> : unknown}
          </Fact>
          <Fact label={t('shop:trader.phone')}>
            {shop.phone ? <a href={`tel:${shop.phone.replace(/[^+\d]/g, '')}`}>{shop.phone}</a> : unknown}
          </Fact>
          <Fact label={t('shop:trader.register')}>{shop.register || unknown}</Fact>
          <Fact label={t('shop:trader.vat')}>{shop.vatId || unknown}</Fact>
        </tbody>
      </table>
      <p className="small soft space-above">{t('shop:trader.note')}</p>
      {!shop.isComplete && <p className="note space-above">{t('shop:trader.incomplete')}</p>}
    </Section>
  );
}

function Tariffs({ countries, caption }: { countries: readonly ShopCountry[]; caption: string }) {
  const page = usePage();
  const { t, format } = page;
  return (
    <table className="shipping-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('shop:shipping.country')}</th>
          <th scope="col">{t('shop:shipping.tariff')}</th>
          <th scope="col">{t('shop:shipping.freeFrom')}</th>
          <th scope="col">{t('shop:shipping.days')}</th>
        </tr>
      </thead>
      <tbody>
        {countries.map(({ country, tariff, freeFrom, days }) => (
          <tr key={country}>
            <th scope="row">{format.country(country)}</th>
            <td>{tariff > 0 ? format.money(tariff) : t('shop:shipping.free')}</td>
            <td>{freeFrom === null ? t('shop:shipping.never') : format.money(freeFrom)}</td>
            <td>{deliveryTime(page, days)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shipping costs: those to the visitor's country, with the others folded. */
function Shipping({ shop }: { shop: ShopDetail }) {
  const { t, format, country } = usePage();
  const { compare } = new Intl.Collator(usePage().edition.locale);
  const own = shop.countries.filter((each) => each.country === country);
  const others = shop.countries
    .filter((each) => each.country !== country)
    .sort((a, b) => compare(format.country(a.country), format.country(b.country)));
  return (
    <Section id="shipping" title={t('shop:shipping.title')}>
      {own.length > 0 ? (
        <Tariffs countries={own} caption={t('shop:shipping.title')} />
      ) : (
        <p className="note space-above">{t('shop:shipping.notHere', { country: format.country(country) })}</p>
      )}
      {others.length > 0 && (
        <details className="fold">
          <summary>{t('shop:shipping.more', { count: others.length })}</summary>
          <div>
            <Tariffs countries={others} caption={t('shop:shipping.others')} />
          </div>
        </details>
      )}
      <p className="small soft space-above">{t('shop:shipping.note')}</p>
    </Section>
  );
}

/** Returns the terms of a return, which a shop may leave out. */
function returnsText({ t, format }: PageContext, returns: ShopDetail['returns']): string {
  if (!returns) return t('shop:returns.unknown');
  const { paidBy, cost, days: count } = returns;
  if (paidBy === 'shop') return t('shop:returns.free', { count });
  return cost === null
    ? t('shop:returns.buyer', { count })
    : t('shop:returns.paid', { count, cost: format.money(cost) });
}

export function ShopView({ model: { shop } }: { model: ShopModel }) {
  const page = usePage();
  const { t, format, url, country } = page;
  const { returns, bestOffers } = shop;
  return (
    <>
      <FitIcons products={bestOffers} />
      <h1>{shop.name}</h1>
      <p className="lead">
        {t('shop:from', { city: shop.city, country: format.country(shop.country) })}
        {' · '}
        {t('shop:offers', { count: shop.offerCount, number: format.number(shop.offerCount) })}
      </p>
      <p className="space-above">
        {shop.rating !== null ? (
          <>
            <Stars rating={shop.rating} />{' '}
            <span className="soft">
              {t('shop:ratings', { count: shop.ratingCount, number: format.number(shop.ratingCount) })}
            </span>
          </>
        ) : (
          <span className="soft">{t('shop:unrated')}</span>
        )}
      </p>
      {shop.rating !== null && <p className="small soft">{t('law:reviews')}</p>}
      <ProductSection
        id="offers"
        title={t('shop:best.title')}
        note={<span className="small soft">{t('part:pricesFor', { country: format.country(country) })}</span>}
        products={bestOffers}
        namesOffer
      />
      {bestOffers.length === 0 && (
        <p className="note space-above">{t('shop:best.none', { country: format.country(country) })}</p>
      )}
      <Shipping shop={shop} />
      <Section id="returns" title={t('shop:returns.title')}>
        <p className="space-above">{returnsText(page, returns)}</p>
        <p className="space-above">
          <a href={url('information', { page: 'revocation' })}>{t('layout:withdraw')}</a>
        </p>
      </Section>
      <Trader shop={shop} />
      <Section id="terms" title={t('shop:texts.title')}>
        <ul className="link-list">
          <li>
            <a href={url('shopTerms', { shop: shop.slug })}>{t('shop:texts.terms')}</a>
          </li>
          <li>
            <a href={url('shopPolicy', { shop: shop.slug })}>{t('shop:texts.policy')}</a>
          </li>
        </ul>
      </Section>
    </>
  );
}
