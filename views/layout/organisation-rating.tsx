import { Stars } from '../components/stars.js';
import { usePage } from '../context.js';

/** What customers give the shop; an example is called one, so that nobody takes it for an opinion (D25). */
export function OrganisationRating() {
  const { t, format, rating, shopName, isDemonstration } = usePage();
  if (!rating) return null;
  const count = t('reviews:count', { count: rating.count, number: format.number(rating.count) });
  const isInvented = rating.source === 'own' && isDemonstration;
  return (
    <p className="rating" data-rating={rating.source}>
      <span className="visually-hidden">{t('reviews:of', { shop: shopName })} </span>
      <b>
        <Stars rating={rating.value} />
      </b>{' '}
      {count}
      {rating.source === 'placeholder' && ` · ${t('reviews:placeholder')}`}
      {rating.source === 'trustedShops' && ' · Trusted Shops'}
      {isInvented && ` · ${t('reviews:invented')}`}
    </p>
  );
}
