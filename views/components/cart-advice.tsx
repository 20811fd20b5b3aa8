import type { ReactNode } from 'react';
import type { Advice, Optimise } from '../../server/contract/carts.js';
import { categoryHref } from '../catalogue-links.js';
import { useAnchor, usePage } from '../context.js';
import './cart-advice.css';

interface Props {
  /** Null if they failed to load. */
  plans: Optimise['plans'] | null;
  advice: Advice;
  /** The plans, and ways to others. */
  children: ReactNode;
}

/** Advice before the order, folded: missing parts, cheaper sets, plans. Its head names the best saving. */
export function CartAdvice({ plans, advice: { missing, sets }, children }: Props) {
  const { t, url, format } = usePage();
  const id = useAnchor('plans');
  const saving = Math.max(...(plans ?? []).map((plan) => plan.saving), 0);
  const count = missing.length + sets.length;
  return (
    <details id={id} className="cart-advice fold" open={plans === null}>
      <summary>
        {t('cart:advice.label')}
        {count > 0 && ` (${count})`}
        {saving > 0 && <b className="fold-note tone-ok">{t('cart:advice.save', { amount: format.money(saving) })}</b>}
      </summary>
      {count > 0 && (
        <ul>
          {missing.map(({ line, title, category, vehicle }) => (
            <li key={`${line} ${category.id}`}>
              {t('cart:advice.missing', { title })} <a href={categoryHref(url, category, vehicle)}>{category.title}</a>
            </li>
          ))}
          {sets.map(({ offerId, modelId, brand, title, articleNumber, normNumber, saving: less }) => (
            <li key={offerId}>
              <a href={url('article', { brand: brand.seoName, number: normNumber, articleId: offerId, modelId })}>
                {`${brand.name} ${articleNumber}, ${title}`}
              </a>{' '}
              {t('cart:advice.set', { amount: format.money(less) })}
            </li>
          ))}
        </ul>
      )}
      {children}
    </details>
  );
}
