import type { Article } from '../../../server/contract/articles.js';
import { usePage } from '../../context.js';
import { AddForm } from './add-form.js';
import { basePriceText, deliveryText, returnText, type ShippableOffer } from './offer-texts.js';
import './buy-box.css';

interface Props {
  article: Article;
  /** Cheapest offer to the door; null where none ships to the delivery country. */
  offer: ShippableOffer | null;
  /** Offers that ship to the delivery country. */
  count: number;
  /** There are offers, only not for this country. */
  isElsewhere: boolean;
}

/** No price to show: says why, and where else to look. */
function NoOffer({ article: { category, vehicle }, isElsewhere }: Pick<Props, 'article' | 'isElsewhere'>) {
  const { t, url, format, country } = usePage();
  const { model, seriesPage } = vehicle ?? {};
  const others =
    model && seriesPage
      ? url('modelCategory', { category, seriesPage, modelId: model.id })
      : url(category.isUniversal ? 'universalCategory' : 'category', { category });
  return (
    <div className="buy-box">
      <div className="full-row">
        <h2>{isElsewhere ? t('article:buy.notHere') : t('article:buy.none')}</h2>
        <p>
          {isElsewhere ? t('article:buy.notHereText', { country: format.country(country) }) : t('article:buy.noneText')}
        </p>
      </div>
      <a className="button full-row" href={others}>
        {t('article:buy.others', { category: category.title })}
      </a>
    </div>
  );
}

/** In the place of the offers, which could not be loaded: the part may well be sold. */
export function NoOffers() {
  const { t, path } = usePage();
  return (
    <div className="buy-box">
      <div className="full-row">
        <h2>{t('article:offers.missing')}</h2>
        <p>{t('article:offers.missingText')}</p>
      </div>
      <a className="button full-row" href={path}>
        {t('layout:missing.again')}
      </a>
    </div>
  );
}

/** The best offer: price to the door, of what it is made up, deposit beside it (D13, D62), and the form to buy it. */
export function BuyBox({ article, offer, count, isElsewhere }: Props) {
  const page = usePage();
  const { t, format, url } = page;
  if (!offer) return <NoOffer article={article} isElsewhere={isElsewhere} />;
  const { money } = format;
  const { price, shipping, totalPrice, refund, basePrice, lowest30, shop } = offer;
  const besides = [
    shipping === 0
      ? t('article:buy.partsFree', { price: money(price), shop: shop.name })
      : t('article:buy.parts', { price: money(price), shipping: money(shipping), shop: shop.name }),
    refund > 0 ? t('article:buy.depositText', { amount: money(refund) }) : '',
    basePriceText(page, basePrice),
    lowest30 === null ? '' : t('article:buy.lowest', { amount: money(lowest30) }),
  ];
  return (
    <div className="buy-box">
      <div>
        <p className="small soft">{t('article:buy.best', { count })}</p>
        <p className="price">{money(totalPrice)}</p>
        {besides.filter(Boolean).map((text) => (
          <p className="small" key={text}>
            {text}
          </p>
        ))}
      </div>
      <p className="small">
        <b>{deliveryText(page, offer.deliveryDays)}</b>
        <span className="detail">
          {t('article:buy.returns')} {returnText(page, offer.returnCost)}
        </span>
      </p>
      <AddForm offerId={offer.id} modelId={article.vehicle?.model?.id} label={t('article:buy.quantity')}>
        {t('article:buy.add')}
      </AddForm>
      <p className="full-row small soft">{t('article:buy.vat')}</p>
      <p className="full-row small">
        <a href={`${url('shop', { shop: shop.slug })}#trader`}>{t('law:trader', { shop: shop.name })}</a>
      </p>
    </div>
  );
}
