import type { CartData, EquivalentPlan as Plan } from '../../server/contract/carts.js';
import { usePage } from '../context.js';
import { Section } from './section.js';
import './cart-plans.css';

interface Props {
  cart: { cartArticles: readonly Pick<CartData['cartArticles'][number], 'id' | 'title' | 'brand' | 'articleNumber'>[] };
  /** The plan; null if no other part saves anything. */
  plan: Plan | null;
}

/** Other parts for the same cars. None is preselected, and the visitor must confirm them (D84). */
export function EquivalentPlan({ cart, plan }: Props) {
  const { t, format, edition } = usePage();
  const names = new Map(
    cart.cartArticles.map(({ id, title, brand, articleNumber }) => [id, `${title} (${brand.name} ${articleNumber})`]),
  );
  return (
    <Section id="equivalent" title={t('cart:equivalent.title')}>
      <p className="small">{t(plan ? 'cart:equivalent.about' : 'cart:equivalent.none')}</p>
      {plan && (
        <article className="plan">
          <h3>{t('cart:plan.saved', { amount: format.money(plan.saving) })}</h3>
          <p className="price">{format.money(plan.sums.priceTotal)}</p>
          <ul>
            {plan.replacements.map(({ from, part, shop, sum, previousSum }) => {
              const figures = {
                title: names.get(from) ?? '',
                shop,
                sum: format.money(sum),
                before: format.money(previousSum),
              };
              return (
                <li key={from}>
                  {part
                    ? t('cart:equivalent.change', { ...figures, part: `${part.brand.name} ${part.articleNumber}` })
                    : t('cart:plan.change', figures)}
                </li>
              );
            })}
          </ul>
          <form method="post" action="/api/Warenkorb/Gleichwertig">
            <input type="hidden" name="locale" value={edition.locale} />
            {plan.replacements.map(({ from, to }) => (
              <input key={from} type="hidden" name="replacement" value={`${from}:${to}`} />
            ))}
            <p>
              <label>
                <input type="checkbox" name="confirmed" value="1" required /> {t('cart:equivalent.confirm')}
              </label>
            </p>
            <button type="submit" className="button">
              {t('cart:equivalent.apply')}
            </button>
          </form>
        </article>
      )}
    </Section>
  );
}
