import type { ReactNode } from 'react';
import type { Offer } from '../../../server/api/contract.js';
import { usePage } from '../../context.js';
import { Section } from '../section.js';
import { OfferHighlights } from './offer-highlights.js';
import { OfferTable } from './offer-table.js';
import type { ShippableOffer } from './offer-texts.js';

interface Props {
  shippable: readonly ShippableOffer[];
  /** Offers of shops that do not ship to the delivery country. */
  elsewhere: readonly Offer[];
  /** Brand and number of the part. */
  part: string;
  chosenId: string | null;
  modelId: string | undefined;
}
/** So many offers stand open; the others are one tap away, and cost no layout until then. */
const openCount = 20;

/** All offers by price to the door; those without one come last, collapsed and not for sale (D16). */
export function OfferSection({ shippable, elsewhere, part, chosenId, modelId }: Props): ReactNode {
  const { t, format, country, url } = usePage();
  const [cheapest] = shippable;
  const rest = shippable.slice(openCount);
  const about = { part, country: format.country(country) };
  // A choice that is the cheapest anyway needs no mark.
  const marked = chosenId === cheapest?.id ? null : chosenId;
  const table = (offers: readonly ShippableOffer[], caption: string): ReactNode =>
    cheapest && (
      <OfferTable
        offers={offers}
        caption={caption}
        cheapest={cheapest.totalPrice}
        chosenId={marked}
        modelId={modelId}
      />
    );
  return (
    <Section
      id="offers"
      title={cheapest ? t('article:offers.title', { count: shippable.length }) : t('article:buy.notHere')}
      note={cheapest && <span className="s soft">{t('article:offers.order')}</span>}
    >
      {cheapest && <OfferHighlights offers={shippable} />}
      {table(shippable.slice(0, openCount), t('article:offers.caption', about))}
      {rest.length > 0 && (
        <details className="d more" open={rest.some(({ id }) => id === marked)}>
          <summary>{t('article:offers.more', { count: rest.length })}</summary>
          {table(rest, t('article:offers.moreCaption', about))}
        </details>
      )}
      <p className="s soft mt">
        {t('law:ranking')} <a href={url('information', { page: 'ranking' })}>{t('part:ranking')}</a>. {t('law:reviews')}
      </p>
      {elsewhere.length > 0 && (
        <details className="d">
          <summary>{t('article:offers.notShipping', { count: elsewhere.length, country: about.country })}</summary>
          <ul>
            {elsewhere.map(({ id, shop, price }) => (
              <li key={id}>{`${shop.name} (${shop.city}, ${shop.country}): ${format.money(price)}`}</li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}
