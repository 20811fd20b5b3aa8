import { usePage } from '../../context.js';
import {
  basePriceText,
  deliveryText,
  goodsText,
  isShort,
  returnText,
  type ShippableOffer,
  type Wanted,
} from '../../offer-texts.js';
import { Badge } from '../badge.js';
import { Stars } from '../stars.js';
import { AddForm, AddWords } from './add-form.js';
import { roles } from './table-roles.js';

export interface OfferRowProps {
  offer: ShippableOffer;
  wanted: Wanted;
  /** Lowest price with shipping of all offers, in cents. */
  cheapest: number;
  isChosen: boolean;
  modelId: string | undefined;
}

/** One offer. Roles are explicit, because narrow screens lay the table out as cards and would lose them. */
export function OfferRow({ offer, wanted, cheapest, isChosen, modelId }: OfferRowProps) {
  const page = usePage();
  const { t, url, format } = page;
  const { money } = format;
  const { shop, price, amount, refund, basePrice, lowest30 } = offer;
  const { packs } = wanted;
  const difference = amount.total - cheapest;
  const beside =
    difference > 0 ? t('article:offers.difference', { amount: money(difference) }) : t('article:offers.cheapest');
  const base = basePriceText(page, basePrice);
  const abroad = shop.country === page.country ? '' : `, ${format.country(shop.country)}`;
  return (
    <tr {...roles.row} id={`o${offer.id}`}>
      <td {...roles.cell} className="offer-shop">
        <a href={url('shop', { shop: shop.slug })}>{shop.name}</a>
        <span className="small soft">
          {shop.rating !== null && (
            <>
              <Stars rating={shop.rating} /> {`(${format.number(shop.ratingCount)}) · `}
            </>
          )}
          {`${shop.city}${abroad}`}
        </span>
        {isChosen && <Badge>{t('article:offers.chosen')}</Badge>}
        {lowest30 !== null && <span className="detail">{t('article:buy.lowest', { amount: money(lowest30) })}</span>}
      </td>
      <td {...roles.cell} className={base ? 'offer-price align-right own-row' : 'offer-price align-right'}>
        {goodsText(page, price, packs)}
        {base && <span className="detail">{base}</span>}
      </td>
      <td {...roles.cell} className="offer-shipping align-right">
        {amount.shipping === 0 ? (
          t('article:offers.freeShipping')
        ) : (
          <>
            <span className="narrow-only">+ </span>
            {money(amount.shipping)}
            <span className="narrow-only"> {t('article:offers.plusShipping')}</span>
          </>
        )}
      </td>
      <td {...roles.cell} className="offer-total align-right">
        <span className="price">{money(amount.total)}</span>
        {isShort(offer, wanted) ? (
          <span className="detail tone-warn">
            {t('article:amount.short', { count: offer.stock ?? 0, wanted: packs })}
          </span>
        ) : (
          <span className="detail">{beside}</span>
        )}
      </td>
      <td {...roles.cell} className={refund > 0 ? 'offer-deposit align-right' : 'offer-deposit align-right no-deposit'}>
        {refund > 0 ? (
          t('article:buy.deposit', { amount: money(refund * packs) })
        ) : (
          <span className="soft">{t('article:offers.noDeposit')}</span>
        )}
      </td>
      <td {...roles.cell} className="offer-delivery">
        {deliveryText(page, offer.deliveryDays)}
      </td>
      <td {...roles.cell} className="offer-returns">
        <span className="narrow-only">{t('article:buy.returns')} </span>
        {returnText(page, offer.returnCost)}
      </td>
      <td {...roles.cell} className="offer-add">
        <AddForm
          offerId={offer.id}
          modelId={modelId}
          wanted={wanted}
          label={t('article:offers.quantityOf', { shop: shop.name })}
        >
          <AddWords />
          <span className="visually-hidden">, {shop.name}</span>
        </AddForm>
      </td>
    </tr>
  );
}
