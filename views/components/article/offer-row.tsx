import type { ReactNode } from 'react';
import { usePage } from '../../context.js';
import { Badge } from '../badge.js';
import { Stars } from '../stars.js';
import { AddForm } from './add-form.js';
import { basePriceText, deliveryText, returnText, type ShippableOffer } from './offer-texts.js';
import { roles } from './table-roles.js';

export interface OfferRowProps {
  offer: ShippableOffer;
  /** Price to the door of the cheapest offer, in cents. */
  cheapest: number;
  /** The address named this offer. */
  isChosen: boolean;
  modelId: string | undefined;
}

/** One offer; roles are written out because narrow screens lay the table out as cards, which would lose them. */
export function OfferRow({ offer, cheapest, isChosen, modelId }: OfferRowProps): ReactNode {
  const page = usePage();
  const { t, url, format } = page;
  const { money } = format;
  const { shop, price, shipping, totalPrice, refund, basePrice, lowest30 } = offer;
  const difference = totalPrice - cheapest;
  const base = basePriceText(page, basePrice);
  const abroad = shop.country === page.country ? '' : `, ${shop.country}`;
  return (
    <tr {...roles.row} id={`o${offer.id}`}>
      <td {...roles.cell} className="c1">
        <a href={url('shop', { shop: shop.slug })}>{shop.name}</a>
        <span className="s soft">
          <Stars rating={shop.rating} /> {`(${format.number(shop.ratingCount)}) · ${shop.city}${abroad}`}
        </span>
        {isChosen && <Badge>{t('article:offers.chosen')}</Badge>}
        {lowest30 !== null && <span className="up">{t('article:buy.lowest', { amount: money(lowest30) })}</span>}
      </td>
      <td {...roles.cell} className={base ? 'c2 r own' : 'c2 r'}>
        {money(price)}
        {base && <span className="up">{base}</span>}
      </td>
      <td {...roles.cell} className="c3 r">
        <span className="os">+ </span>
        {money(shipping)}
        <span className="os"> {t('article:offers.plusShipping')}</span>
      </td>
      <td {...roles.cell} className="c4 r">
        <span className="pr">{money(totalPrice)}</span>
        <span className="up">
          {difference > 0
            ? t('article:offers.difference', { amount: money(difference) })
            : t('article:offers.cheapest')}
        </span>
      </td>
      <td {...roles.cell} className={refund > 0 ? 'c5 r' : 'c5 r none'}>
        {refund > 0 ? (
          t('article:buy.deposit', { amount: money(refund) })
        ) : (
          <span className="soft">{t('article:offers.noDeposit')}</span>
        )}
      </td>
      <td {...roles.cell} className="c6">
        {deliveryText(page, offer.deliveryDays)}
      </td>
      <td {...roles.cell} className="c7">
        <span className="os">{t('article:buy.returns')} </span>
        {returnText(page, offer.returnCost)}
      </td>
      <td {...roles.cell} className="c8">
        <AddForm offerId={offer.id} modelId={modelId} label={t('article:offers.quantityOf', { shop: shop.name })}>
          {t('article:offers.add')}
          <span className="vh">, {shop.name}</span>
        </AddForm>
      </td>
    </tr>
  );
}
