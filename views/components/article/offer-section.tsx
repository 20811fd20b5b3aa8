import type { ReactNode } from 'react';
import type { Offer } from '../../../server/contract/offers.js';
import { usePage } from '../../context.js';
import { amountText, type ShippableOffer, type Wanted } from '../../offer-texts.js';
import { CustomsNote } from '../law/customs-note.js';
import { Section } from '../section.js';
import { ShowMore } from '../show-more.js';
import { OfferTable } from './offer-table.js';

interface Props {
  shippable: readonly ShippableOffer[];
  /** Offers of shops that do not ship to the delivery country. */
  elsewhere: readonly Offer[];
  wanted: Wanted;
  /** Brand and number of the part. */
  product: string;
  chosenId: string | null;
  modelId: string | undefined;
  /** Page with every offer; null on that page. */
  full: string | null;
  /** The price history, or a link to it. */
  prices?: ReactNode;
}
/** Offers that the page shows. A tap loads the others, which cost neither bytes nor layout until then. */
const openCount = 12;
/** Id of the element around the others. */
export const moreOffersId = 'more-offers';

/**
 * Returns the offers that the page leaves to the full one. An offer that the address names must be visible.
 * @param chosenId id of the offer that the address names
 * @param full page with every offer; null on that page
 */
export function foldedOffers(
  shippable: readonly ShippableOffer[],
  chosenId: string | null,
  full: string | null,
): readonly ShippableOffer[] {
  const rest = shippable.slice(openCount);
  return full === null || rest.some(({ id }) => id === chosenId) ? [] : rest;
}

/** All offers by total price. Those that do not ship to the country come last, folded and not for sale (D16). */
export function OfferSection({ shippable, elsewhere, wanted, product, chosenId, modelId, full, prices }: Props) {
  const page = usePage();
  const { t, format, country, url } = page;
  const [cheapest] = shippable;
  const rest = shippable.slice(openCount);
  const about = { part: product, country: format.country(country) };
  // The cheapest offer needs no mark, although the address chose it.
  const marked = chosenId === cheapest?.id ? null : chosenId;
  const folded = foldedOffers(shippable, chosenId, full);
  const table = (offers: readonly ShippableOffer[], caption: string): ReactNode =>
    cheapest && (
      <OfferTable
        offers={offers}
        caption={caption}
        wanted={wanted}
        cheapest={cheapest.amount.total}
        chosenId={marked}
        modelId={modelId}
      />
    );
  return (
    <Section
      id="offers"
      title={cheapest ? t('article:offers.title', { count: shippable.length }) : t('article:buy.notHere')}
      note={
        cheapest && (
          <span className="small soft">{t('article:offers.order', { amount: amountText(page, wanted) })}</span>
        )
      }
    >
      {table(shippable.slice(0, openCount), t('article:offers.caption', about))}
      {rest.length > 0 && (
        <div id={moreOffersId}>
          {full !== null && folded.length > 0 ? (
            <ShowMore fragment={moreOffersId} href={full}>
              {t('article:offers.more', { count: rest.length })}
            </ShowMore>
          ) : (
            table(rest, t('article:offers.moreCaption', about))
          )}
        </div>
      )}
      {prices}
      <CustomsNote from={shippable.map(({ shop }) => shop.country)} />
      {cheapest && (
        <p className="small soft space-above">
          {t('law:ranking')} <a href={url('information', { page: 'ranking' })}>{t('part:ranking')}</a>.{' '}
          {t('law:reviews')}
        </p>
      )}
      {elsewhere.length > 0 && (
        <details className="fold">
          <summary>{t('article:offers.notShipping', { count: elsewhere.length, country: about.country })}</summary>
          <ul>
            {elsewhere.map(({ id, shop, price }) => (
              <li key={id}>
                {t('article:offers.elsewhere', {
                  shop: shop.name,
                  city: shop.city,
                  country: format.country(shop.country),
                  amount: format.money(price),
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}
