import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { newKey } from '../change-key.js';
import { fill } from '../fill.js';
import { inTime } from '../in-time.js';
import { island } from '../island.js';
import { loading } from '../loading.js';
import { type CartLine, isBought, merge, readCart, type WireCart } from './cart-lines.model.js';
import { type Change, type Parts, ShopLines, Sums, type Verb } from './cart-lines.parts.js';
import type { CartLinesProps } from './cart-lines.props.js';
import './cart-lines.css';

/** The checkout's form outside this island holds the cart as it was shown: after a change it is signed anew (D68). */
async function signAnew(locale: string, country: string, signal: AbortSignal): Promise<void> {
  const field = document.querySelector<HTMLInputElement>('[data-signed-cart]');
  if (!field) return;
  field.value = '';
  const answer = await fetch(`/api/Warenkorb/Kasse?${new URLSearchParams({ locale, country })}`, { signal });
  const { cart } = (await answer.json()) as { cart?: unknown };
  if (typeof cart === 'string') field.value = cart;
  // Without it the shop shows the cart once more before it lets go.
}

/** The plans outside this island compare the cart as it was: beside new sums they would be wrong. The next page has new ones. */
function hidePlans(): void {
  document.getElementById('plans')?.setAttribute('hidden', '');
}

/** One change of the cart. Taken again it has the same key, so that it is made once (D53). */
interface Step {
  line: CartLine;
  verb: Verb;
  quantity: FormDataEntryValue | null;
  key: string;
}

/** A change that was refused, or never answered, and how that is said. */
interface Failure extends Step {
  words: string;
}

/**
 * Lines of the cart by shop, with all sums (specification 3, 4). Each line is two plain forms; hydrated, a change is
 * posted in place, the line is marked as updating meanwhile, and the sums are the marketplace's, never computed here.
 */
function CartLinesView({ cart: initial, locale, country, texts }: CartLinesProps): ReactNode {
  const [cart, setCart] = useState(initial);
  const [updating, setUpdating] = useState<readonly string[]>([]);
  const [status, setStatus] = useState('');
  const [failed, setFailed] = useState<readonly Failure[]>([]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const afterRemoval = useRef<HTMLElement>(null);
  const wasRemoved = useRef(false);
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  const parts: Parts = { texts, locale, money: (amount) => format.format(amount / 100) };

  // The button that had the focus has gone with its line, or with the note that it mended.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new cart can lack a line.
  useEffect(() => {
    if (wasRemoved.current) afterRemoval.current?.focus();
    wasRemoved.current = false;
  }, [cart]);

  function show(answer: WireCart): void {
    setCart((current) => {
      const after = merge(current, answer);
      if (!after) location.reload();
      return after ?? current;
    });
    setStatus(fill(texts.updated, { amount: parts.money(Math.round(answer.priceTotal * 100)) }));
    for (const place of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
      place.textContent = String(answer.countArticles);
      place.hidden = answer.countArticles === 0;
    }
  }

  async function post({ line, verb, quantity, key }: Step, signal: AbortSignal): Promise<WireCart | null> {
    const answer = await fetch(`/api/Warenkorb/${verb}/${line.id}`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ locale, country, quantity }),
      signal,
    });
    // The line is gone: it was removed elsewhere, and a fresh page shows the cart as it is.
    if (answer.status === 404 || answer.status === 409) return null;
    // What is no cart, a problem or rubbish, throws here.
    return readCart(await answer.json());
  }

  async function take(step: Step): Promise<void> {
    const { line, verb } = step;
    const answer = await loading(inTime((signal) => post(step, signal)));
    if (!answer) return location.reload();
    wasRemoved.current = verb === 'Loeschen' || line.state === 'tooFew';
    show(answer);
    hidePlans();
    await inTime((signal) => signAnew(locale, country, signal)).catch(() => undefined);
  }

  function start(step: Step): void {
    const { id } = step.line;
    setUpdating((current) => [...current, id]);
    setStatus('');
    // What has failed on other lines stays to be made again.
    setFailed((current) => current.filter((each) => each.line.id !== id));
    // One after the other, so that the last answer shown is the last change made.
    queue.current = queue.current
      .then(() => take(step))
      .catch((error: Error) => {
        const words = error.name === 'AbortError' ? texts.late : texts.failed;
        setFailed((current) => [...current, { ...step, words }]);
      })
      .finally(() => setUpdating((current) => current.filter((each) => each !== id)));
  }

  const onChange: Change = (event, line, verb) => {
    event.preventDefault();
    if (updating.includes(line.id)) return;
    const quantity = new FormData(event.currentTarget).get('quantity');
    start({ line, verb, quantity, key: newKey() });
  };

  const fault = failed.at(-1);
  const live = (
    <>
      <p className="cart-status small" role="status">
        {/* One more fault is said once more, though in the same words. */}
        {fault ? <span key={failed.length}>{fault.words}</span> : status}
      </p>
      {fault && (
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            // The button goes with the fault; what comes of it is said below the heading.
            afterRemoval.current?.focus();
            failed.forEach(start);
          }}
        >
          {texts.retry}
        </button>
      )}
    </>
  );
  const leftOut = cart.shops.flatMap((shop) => shop.lines).filter((line) => !isBought(line)).length;
  const heading = { tabIndex: -1, ref: afterRemoval as Ref<never> };
  if (cart.shops.length === 0) {
    return (
      <>
        <p className="empty-cart" {...heading}>
          {texts.empty}
        </p>
        {live}
      </>
    );
  }
  return (
    <div className="cart">
      <div>
        {cart.shops.map((shop) => (
          <ShopLines key={shop.id} shop={shop} busy={updating} onChange={onChange} parts={parts} />
        ))}
      </div>
      <aside aria-label={texts.summary}>
        <h2 {...heading}>{texts.summary}</h2>
        <Sums
          rows={[
            [texts.goods, parts.money(cart.priceSum)],
            [texts.shipping, parts.money(cart.shippingSum)],
            ...(cart.refundSum > 0 ? ([[texts.depositSum, parts.money(cart.refundSum)]] as [string, string][]) : []),
            [texts.total, parts.money(cart.priceTotal), true],
          ]}
        />
        {leftOut > 0 && <p className="note">{fill(texts.leftOut, { count: String(leftOut) })}</p>}
        {live}
      </aside>
    </div>
  );
}

export const CartLines = island({ name: 'cart-lines', when: 'idle' }, CartLinesView);
