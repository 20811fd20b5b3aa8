import { usePage } from '../../context.js';
import { deliveryText, isShort, type ShippableOffer, type Wanted } from '../../offer-texts.js';
import { moreOffersId } from './offer-section.js';
import './offer-highlights.css';

/** Returns the offer with the lowest value; among equal ones the cheapest, which comes first. */
function bestBy(offers: readonly ShippableOffer[], value: (offer: ShippableOffer) => number): ShippableOffer {
  return offers.reduce((best, offer) => (value(offer) < value(best) ? offer : best));
}

interface Props {
  offers: readonly ShippableOffer[];
  wanted: Wanted;
  /** Offers that only the full page shows. */
  folded: readonly ShippableOffer[];
  /** Page with every offer; null on that page. */
  full: string | null;
}

/** Links to the cheapest offer, the fastest, and the one with the longest return period, of three or more in stock. */
export function OfferHighlights({ offers: all, wanted, folded, full }: Props) {
  const page = usePage();
  const { t, format } = page;
  const offers = all.filter((offer) => !isShort(offer, wanted));
  const [cheapest] = offers;
  if (!cheapest || offers.length < 3) return null;
  const fastest = bestBy(offers, ({ deliveryDays }) =>
    deliveryDays ? deliveryDays.max * 100 + deliveryDays.min : Infinity,
  );
  const longest = bestBy(offers, ({ returnCost }) => -returnCost.days);
  const total = ({ amount }: ShippableOffer): { total: string } => ({ total: format.money(amount.total) });
  const ways = [
    { offer: cheapest, figure: format.money(cheapest.amount.total), text: t('article:offers.top.cheapest') },
    ...(fastest.deliveryDays
      ? [
          {
            offer: fastest,
            figure: deliveryText(page, fastest.deliveryDays),
            text: t('article:offers.top.fastest', total(fastest)),
          },
        ]
      : []),
    {
      offer: longest,
      figure: t('article:offers.top.days', { count: longest.returnCost.days }),
      text: t('article:offers.top.returns', total(longest)),
    },
  ];
  return (
    <nav className="best-offers" aria-label={t('article:offers.top.label')}>
      {ways.map(({ offer, figure, text }) => {
        const isFolded = folded.includes(offer);
        return (
          <a
            href={`${isFolded ? full : ''}#o${offer.id}`}
            data-fragment={isFolded ? moreOffersId : undefined}
            key={text}
          >
            <b>{figure}</b>
            <span>
              {text}
              <span className="detail">{offer.shop.name}</span>
            </span>
          </a>
        );
      })}
    </nav>
  );
}
