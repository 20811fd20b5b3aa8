import type { CartData, Optimise, Plan } from '../../server/contract/carts.js';
import { usePage } from '../context.js';
import './cart-plans.css';

function Parcels({ count }: { count: number }) {
  return (
    <svg className="parcels" viewBox={`0 0 ${count * 24} 20`} width={count * 22} height={18} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: drawings without an identity.
          key={index}
          transform={`translate(${index * 24} 0)`}
          d="m10 1.5 8 4v9l-8 4-8-4v-9zM2 5.5l8 4 8-4M10 9.5v9"
        />
      ))}
    </svg>
  );
}

function PlanCard({ plan, titles }: { plan: Plan; titles: ReadonlyMap<string, string> }) {
  const { t, format, edition } = usePage();
  const { kind, replacements, saving, shops, sums, deliveryDays } = plan;
  return (
    <article className="plan">
      <h3>{t(`cart:plan.${kind}`)}</h3>
      <p className="price">{format.money(sums.priceTotal)}</p>
      <p className="plan-facts">
        <Parcels count={Math.min(shops.length, 8)} />
        {t('cart:plan.parcels', { count: shops.length })}
        {deliveryDays && `, ${t('cart:plan.days', { count: deliveryDays.max })}`}
        {saving > 0 && <b className="tone-ok"> {t('cart:plan.saved', { amount: format.money(saving) })}</b>}
        {saving < 0 && <b> {t('cart:plan.dearer', { amount: format.money(-saving) })}</b>}
      </p>
      {replacements.length === 0 ? (
        <p className="plan-facts soft">{t('cart:plan.asNow')}</p>
      ) : (
        <>
          <ul>
            {replacements.map(({ from, shop, sum, previousSum }) => (
              <li key={from}>
                {t('cart:plan.change', {
                  title: titles.get(from) ?? '',
                  shop,
                  sum: format.money(sum),
                  before: format.money(previousSum),
                })}
              </li>
            ))}
          </ul>
          <form method="post" action="/api/Warenkorb/Plan">
            <input type="hidden" name="locale" value={edition.locale} />
            {replacements.map(({ from, to }) => (
              <input key={from} type="hidden" name="replacement" value={`${from}:${to}`} />
            ))}
            <button type="submit" className="button">
              {t('cart:plan.apply', { plan: t(`cart:plan.${kind}`) })}
            </button>
          </form>
        </>
      )}
    </article>
  );
}

interface Props {
  /** The cart's lines, which the plans change. */
  cart: { cartArticles: readonly Pick<CartData['cartArticles'][number], 'id' | 'title' | 'brand'>[] };
  plans: Optimise['plans'];
}
/** Three plans to buy the same parts from other shops (D18). Empty if none changes anything. */
export function CartPlans({ cart, plans }: Props) {
  const { t } = usePage();
  if (plans.every(({ replacements }) => replacements.length === 0)) return null;
  // The brand distinguishes several parts of one kind.
  const titles = new Map(cart.cartArticles.map(({ id, title, brand }) => [id, `${title} (${brand.name})`]));
  const isExact = plans.every(({ exact }) => exact);
  return (
    <div>
      <h2>{t('cart:plan.title')}</h2>
      <p className="small soft">{t(isExact ? 'cart:plan.exact' : 'cart:plan.found')}</p>
      <div className="plans">
        {plans.map((plan) => (
          <PlanCard key={plan.kind} plan={plan} titles={titles} />
        ))}
      </div>
      <p className="space-above small soft">{t('cart:plan.about')}</p>
    </div>
  );
}
