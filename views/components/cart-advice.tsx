import type { Advice, Optimise } from '../../server/contract/carts.js';
import { categoryHref } from '../catalogue-links.js';
import { usePage } from '../context.js';
import './cart-advice.css';

interface Props {
  plans: Optimise['plans'];
  advice: Advice;
}

/** Advice before ordering: savings at other shops, missing parts, cheaper sets. Empty without any. */
export function CartAdvice({ plans, advice: { missing, sets } }: Props) {
  const { t, url, format } = usePage();
  const saving = plans.filter(({ replacements }) => replacements.length > 0).sort((a, b) => b.saving - a.saving);
  const best = saving[0] && saving[0].saving > 0 ? saving[0] : null;
  if (!best && missing.length + sets.length === 0) return null;
  return (
    <ul className="cart-advice note" aria-label={t('cart:advice.label')}>
      {missing.map(({ line, title, category, vehicle }) => (
        <li key={`${line} ${category.id}`}>
          {t('cart:advice.missing', { title })} <a href={categoryHref(url, category, vehicle)}>{category.title}</a>
        </li>
      ))}
      {best && (
        <li>
          <a href="#plans">{t('cart:advice.plan', { amount: format.money(best.saving), count: best.shops.length })}</a>
        </li>
      )}
      {sets.map(({ offerId, modelId, brand, title, articleNumber, normNumber, saving: less }) => (
        <li key={offerId}>
          <a href={url('article', { brand: brand.seoName, number: normNumber, articleId: offerId, modelId })}>
            {`${brand.name} ${articleNumber}, ${title}`}
          </a>{' '}
          {t('cart:advice.set', { amount: format.money(less) })}
        </li>
      ))}
    </ul>
  );
}
