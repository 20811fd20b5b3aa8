import type { Review } from '../../server/contract/reputation.js';
import { usePage } from '../context.js';
import { Section } from './section.js';
import { Stars } from './stars.js';
import './customer-reviews.css';

/**
 * Reviews of the shop, and whether the purchases were verified (Directive 2005/29/EC, Article 7(6), amended by the
 * Omnibus Directive).
 */
export function CustomerReviews({ reviews }: { reviews: readonly Review[] }) {
  const { t, format, rating, shopName, isDemonstration } = usePage();
  const isTrusted = rating?.source === 'trustedShops';
  const hasVerified = reviews.some(({ isVerified }) => isVerified);
  const own = t(hasVerified ? 'reviews:checkedMarked' : 'reviews:checkedOwn', { shop: shopName });
  const note = isTrusted ? t('reviews:checkedByTrustedShops') : own;
  return (
    <Section heading="h-rev" title={t('reviews:title', { shop: shopName })}>
      <ul className="reviews">
        {reviews.map(({ comment, mark, creationDate, author, isVerified }) => (
          <li key={`${creationDate} ${comment}`}>
            <p className="small">
              <b>
                <Stars rating={mark} />
              </b>{' '}
              {author && `${author}, `}
              {creationDate && <time dateTime={creationDate}>{format.date(new Date(creationDate))}</time>}
              {isVerified && (
                <>
                  <br />
                  <span className="soft">{t('reviews:verified')}</span>
                </>
              )}
            </p>
            <blockquote>{comment}</blockquote>
          </li>
        ))}
      </ul>
      <p className="small soft">{!isTrusted && isDemonstration ? t('reviews:inventedNote') : note}</p>
    </Section>
  );
}
