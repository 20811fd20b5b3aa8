import type { ReactNode } from 'react';
import type { Article } from '../../../server/contract/articles.js';
import { categoryHref } from '../../catalogue-links.js';
import { shortName } from '../../catalogue-names.js';
import { useAnchor, usePage } from '../../context.js';
import { markOf } from '../../fit-text.js';
import {
  amountText,
  basePriceText,
  deliveryText,
  goodsText,
  isShort,
  returnText,
  type ShippableOffer,
  type Wanted,
} from '../../offer-texts.js';
import { AddForm } from './add-form.js';
import './buy-box.css';

interface Props {
  article: Article;
  /** Cheapest offer with shipping; null if none ships to the delivery country. */
  offer: ShippableOffer | null;
  count: number;
  wanted: Wanted;
  /** Address of the page without a quantity, for the form that changes it. */
  page: string;
  /** Offers exist, but none ships to the delivery country. */
  isElsewhere: boolean;
  /** Links to the offers that are best in some way; a change of the quantity changes them as well. */
  best?: ReactNode;
}

/** Shows instead of the price why the part cannot be bought, with a link. */
function Instead({ title, text, href, link }: Record<'title' | 'text' | 'href' | 'link', string>) {
  return (
    <div className="buy-box">
      <div className="full-row">
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <a className="button full-row" href={href}>
        {link}
      </a>
    </div>
  );
}

function NoOffer({ article: { category, vehicle }, isElsewhere }: Pick<Props, 'article' | 'isElsewhere'>) {
  const { t, url, format, country } = usePage();
  const known = vehicle?.model ? vehicle : null;
  return (
    <Instead
      title={isElsewhere ? t('article:buy.notHere') : t('article:buy.none')}
      text={
        isElsewhere ? t('article:buy.notHereText', { country: format.country(country) }) : t('article:buy.noneText')
      }
      href={categoryHref(url, category, known)}
      link={t('article:buy.others', { category: category.title })}
    />
  );
}

/** Shown if the offers could not be loaded: shops may well sell the part. */
export function NoOffers() {
  const { t, path } = usePage();
  return (
    <Instead
      title={t('article:offers.missing')}
      text={t('article:offers.missingText')}
      href={path}
      link={t('layout:missing.again')}
    />
  );
}

/** The best offer: total price, its components, the deposit (D13, D62), and the form to buy it. */
export function BuyBox({ article, offer, count, isElsewhere, wanted, page: address, best }: Props) {
  const page = usePage();
  const { t, format, url } = page;
  const priceId = useAnchor('price');
  if (!offer) return <NoOffer article={article} isElsewhere={isElsewhere} />;
  const { money } = format;
  const { amount, refund, basePrice, lowest30, shop } = offer;
  const { packs, packSize } = wanted;
  const modelId = article.vehicle?.model?.id;
  const price = goodsText(page, offer.price, packs);
  const besides = [
    amount.shipping === 0
      ? t('article:buy.partsFree', { price, shop: shop.name })
      : t('article:buy.parts', { price, shipping: money(amount.shipping), shop: shop.name }),
    packs > 1 && packSize === null ? t('article:amount.unknown') : '',
    refund > 0 ? t('article:buy.depositText', { amount: money(refund * packs) }) : '',
    basePriceText(page, basePrice),
    lowest30 === null ? '' : t('article:buy.lowest', { amount: money(lowest30) }),
  ];
  return (
    <div className="buy-box">
      <div id={priceId}>
        <p className="small soft">{t('article:buy.best', { count })}</p>
        <p className="price">
          {money(amount.total)} <span>{amountText(page, wanted)}</span>
        </p>
        {isShort(offer, wanted) && (
          <p className="small tone-warn">{t('article:amount.short', { count: offer.stock ?? 0, wanted: packs })}</p>
        )}
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
      <AddForm
        offerId={offer.id}
        modelId={modelId}
        wanted={wanted}
        label={t('article:buy.quantity')}
        more={
          <>
            {packSize !== null && packSize > 1 && (
              <p className="small">{t('article:amount.inPacks', { count: packs, pieces: packs * packSize })}</p>
            )}
            <button
              type="submit"
              className="button"
              formMethod="get"
              formAction={address}
              formNoValidate
              {...(modelId && { name: 'modelId', value: modelId })}
            >
              {t('article:amount.price')}
            </button>
          </>
        }
      >
        {t(markOf(article.product.fit) === 'no' ? 'article:buy.anyway' : 'article:buy.add')}
        {modelId && (
          <span className="if-named">{t('article:buy.forVehicle', { vehicle: shortName(article.vehicle) })}</span>
        )}
      </AddForm>
      <p className="full-row small soft">{t('article:buy.vat')}</p>
      <p className="full-row small">
        <a href={`${url('shop', { shop: shop.slug })}#trader`}>{t('law:trader', { shop: shop.name })}</a>
      </p>
      {best}
    </div>
  );
}
