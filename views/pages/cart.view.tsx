import type { CartUndo } from '../../server/contract/carts.js';
import { CartAdvice } from '../components/cart-advice.js';
import { CartPlans } from '../components/cart-plans.js';
import { CouldNotLoad } from '../components/could-not-load.js';
import { EquivalentPlan } from '../components/equivalent-plan.js';
import { FitIcons } from '../components/fit-icons.js';
import { CustomsNote } from '../components/law/customs-note.js';
import { GuaranteeNotice } from '../components/law/guarantee-notice.js';
import { usePage } from '../context.js';
import { CartLines } from '../islands/cart-lines.island.js';
import { cartLinesProps, commonVehicle } from '../islands/cart-lines.props.js';
import { LowerStyle } from '../lower-style.js';
import type { CartModel, PendingCart } from '../models.js';
import './cart.view.css';

/** Shown if the cart failed to load, because it may not be empty. */
function Unread() {
  const { t, path } = usePage();
  return (
    <div className="empty-cart space-above">
      <h2>{t('cart:missing')}</h2>
      <p>{t('cart:missingText')}</p>
      <p className="actions">
        <a className="button filled" href={path}>
          {t('layout:missing.again')}
        </a>
      </p>
    </div>
  );
}

function Empty() {
  const { t, url } = usePage();
  return (
    <div className="empty-cart space-above">
      <h2>{t('cart:empty')}</h2>
      <p>{t('cart:emptyText')}</p>
      <p className="actions">
        <a className="button filled" href={url('home', {})}>
          {t('cart:toHome')}
        </a>
        <a className="button" href={url('vehicles', {})}>
          {t('cart:toVehicles')}
        </a>
      </p>
    </div>
  );
}

/** Button that fills the cart, for browsers that do not distinguish clicks from prefetches (D31). */
function Pending({ pending: { action, count, replace } }: { pending: PendingCart }) {
  const { t } = usePage();
  return (
    <form method="post" action={action} className="note wide space-above">
      <p>{t(replace ? 'cart:pendingReplace' : 'cart:pending', { count })}</p>
      <button type="submit" className="button filled">
        {t('cart:takeOver')}
      </button>
    </form>
  );
}

/** Notice of the last removal or change of the whole cart, and its undo (D31). */
function WholeChange({ undo }: { undo: CartUndo }) {
  const { t, edition } = usePage();
  return (
    <div className="note wide space-above" role="status">
      {(undo.changed || undo.skipped + undo.capped === 0) && (
        <p>{t(`cart:changed.${undo.kind}`, { title: undo.removed })}</p>
      )}
      {undo.skipped > 0 && <p>{t('cart:skipped', { count: undo.skipped })}</p>}
      {undo.capped > 0 && <p>{t('cart:capped', { count: undo.capped })}</p>}
      {undo.changed && (
        <form method="post" action={`/api/Warenkorb/Wiederherstellen/${undo.id}`}>
          <input type="hidden" name="locale" value={edition.locale} />
          <button type="submit" className="button" id="undo">
            {t('cart:undo')}
          </button>
        </form>
      )}
    </div>
  );
}

/** Button to the external checkout, which receives the signed cart; without a checkout, a note (D68). */
function Checkout({ checkout }: Pick<CartModel, 'checkout'>) {
  const { t, edition, isDemonstration } = usePage();
  if (checkout === null)
    return <p className="note">{t(isDemonstration ? 'cart:noCheckout' : 'cart:closedCheckout')}</p>;
  return (
    <>
      <p className="small soft">{t('cart:checkoutAt', { host: checkout.host })}</p>
      <form method="post" action="/api/Warenkorb/Kasse" className="checkout">
        <input type="hidden" name="locale" value={edition.locale} />
        <input type="hidden" name="cart" value={checkout.signed ?? ''} data-signed-cart="" />
        <button type="submit" className="button buy" disabled={checkout.signed === null}>
          {t('cart:checkout')}
        </button>
      </form>
    </>
  );
}

/** The cart by shop, with prices including delivery (specification 3). */
export function CartView({
  model: { cart, undo, pending, plans, advice, equivalent, problem, isBlocked, checkout },
}: {
  model: CartModel;
}) {
  const page = usePage();
  const { t, url, format, country } = page;
  const isEmpty = cart?.cartArticles.length === 0;
  const vehicle = cart && commonVehicle(cart, t);
  const ask = !equivalent && cart?.cartArticles.some(({ model }) => model) && (
    <p className="space-above">
      <a className="button" href={`${url('cart', {})}?equivalent=1#equivalent`}>
        {t('cart:equivalent.ask')}
      </a>
    </p>
  );
  const hasAdvice =
    ask ||
    !plans ||
    plans.some(({ replacements }) => replacements.length > 0) ||
    advice?.missing.length ||
    advice?.sets.length;
  return (
    <>
      <div className="cart-head">
        <h1>{t('cart:title')}</h1>
        {cart && <p className="small soft">{t('cart:country', { country: format.country(country) })}</p>}
      </div>
      {problem && (
        <p className="note error space-above" role="alert">
          {problem.message}
        </p>
      )}
      {isBlocked && (
        <p className="note error space-above" role="alert" data-blocked="">
          {t('cart:blocked')}
        </p>
      )}
      {pending && <Pending pending={pending} />}
      {undo && (isEmpty || undo.kind !== 'remove') && <WholeChange undo={undo} />}
      {cart === null ? (
        <Unread />
      ) : isEmpty ? (
        <Empty />
      ) : (
        <>
          <FitIcons products={cart.cartArticles} />
          {vehicle && <p className="small soft">{vehicle}</p>}
          <CustomsNote from={cart.cartShops.map((shop) => shop.country)} />
          <div className="cart-layout">
            <CartLines {...cartLinesProps(cart, undo, page)} />
            <Checkout checkout={checkout} />
          </div>
          <LowerStyle />
          {hasAdvice && (
            <CartAdvice plans={plans ?? null} advice={advice ?? { missing: [], sets: [] }}>
              {plans ? <CartPlans cart={cart} plans={plans} /> : <CouldNotLoad>{t('cart:plan.missing')}</CouldNotLoad>}
              {ask}
            </CartAdvice>
          )}
          {equivalent && <EquivalentPlan cart={cart} plan={equivalent.plan} />}
          <details className="fold">
            <summary>{t('cart:rights')}</summary>
            <p>{t('cart:contract')}</p>
            <GuaranteeNotice isOpen />
          </details>
        </>
      )}
    </>
  );
}
