import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { newKey } from '../change-key.js';
import { fill } from '../fill.js';
import { island } from '../island.js';
import { loading } from '../loading.js';
import { withTimeout } from '../with-timeout.js';
import { type CartLine, cartLink, isBought, merge, readCart, type WireCart } from './cart-lines.model.js';
import type { CartLinesProps } from './cart-lines.props.js';
import { type Change, type LineFormats, ShopLines, Sums, shippingText, type Verb } from './cart-lines.rows.js';
import './cart-lines.css';

/** Renews the signed cart in the checkout's form, which is outside this island, after a change (D68). */
async function renewSignature(locale: string, country: string, signal: AbortSignal): Promise<void> {
  const field = document.querySelector<HTMLInputElement>('[data-signed-cart]');
  if (!field) return;
  field.value = '';
  const response = await fetch(`/api/Warenkorb/Kasse?${new URLSearchParams({ locale, country })}`, { signal });
  const { cart } = (await response.json()) as { cart?: unknown };
  if (typeof cart === 'string') field.value = cart;
  // With an outdated signature the shop shows the cart again before the checkout.
}

/** Hides the plans outside this island, which compare the former cart. The next page has new ones. */
function hidePlans(): void {
  document.getElementById('plans')?.setAttribute('hidden', '');
}

/** A change of the cart. A repeat has the same idempotency key, so that it happens once (D53). */
interface Step {
  line: CartLine;
  verb: Verb;
  quantity: FormDataEntryValue | null;
  key: string;
}

/** A change that failed, and its message. */
interface Failure extends Step {
  text: string;
}

/**
 * Lines of the cart by shop, with all sums (specification 3, 4). Each line is two plain forms. After hydration, changes
 * are posted in place, and the line is marked as updating. The marketplace computes all sums.
 */
function CartLinesView({ cart: initial, locale, country, linkPage, texts }: CartLinesProps) {
  const [cart, setCart] = useState(initial);
  const [updating, setUpdating] = useState<readonly string[]>([]);
  const [status, setStatus] = useState('');
  const [failed, setFailed] = useState<readonly Failure[]>([]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const afterRemoval = useRef<HTMLHeadingElement>(null);
  const wasRemoved = useRef(false);
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  const formats: LineFormats = { texts, locale, money: (amount) => format.format(amount / 100) };

  // The focused button has disappeared with its line, or with its error.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new cart can lack a line.
  useEffect(() => {
    if (wasRemoved.current) (document.getElementById('undo') ?? afterRemoval.current)?.focus({ preventScroll: true });
  }, [cart]);

  function show(response: WireCart): void {
    setCart((current) => {
      const after = merge(current, response);
      if (!after) {
        // An empty cart is another page. A reload would not move the focus to its undo.
        history.replaceState(null, '', location.pathname);
        location.assign('?#undo');
      }
      return after ?? current;
    });
    setStatus(fill(texts.updated, { amount: formats.money(Math.round(response.priceTotal * 100)) }));
    for (const element of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
      element.textContent = String(response.countArticles);
      element.hidden = response.countArticles === 0;
    }
  }

  async function post({ line, verb, quantity, key }: Step, signal: AbortSignal): Promise<WireCart | null> {
    const response = await fetch(`/api/Warenkorb/${verb}/${line.undo ?? line.id}`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ locale, country, quantity }),
      signal,
    });
    // The line was removed elsewhere: a fresh page shows the current cart.
    if (response.status === 404 || response.status === 409) return null;
    // Throws unless the response is a cart.
    return readCart(await response.json());
  }

  async function take(step: Step): Promise<void> {
    const { line, verb } = step;
    const response = await loading(withTimeout((signal) => post(step, signal)));
    if (!response) return location.reload();
    wasRemoved.current = verb !== 'Aendern' || line.state === 'tooFew';
    show(response);
    hidePlans();
    await withTimeout((signal) => renewSignature(locale, country, signal)).catch(() => undefined);
  }

  function start(step: Step): void {
    const { id } = step.line;
    setUpdating((current) => [...current, id]);
    setStatus('');
    // Errors of other lines stay, so that the visitor can retry them.
    setFailed((current) => current.filter((each) => each.line.id !== id));
    // Changes run one after the other, so that the last response belongs to the last change.
    queue.current = queue.current
      .then(() => take(step))
      .catch((error: Error) => {
        const text = error.name === 'AbortError' ? texts.late : texts.failed;
        setFailed((current) => [...current, { ...step, text }]);
      })
      .finally(() => setUpdating((current) => current.filter((each) => each !== id)));
  }

  const onChange: Change = (event, line, verb) => {
    event.preventDefault();
    if (updating.includes(line.id)) return;
    const quantity = new FormData(event.currentTarget).get('quantity');
    start({ line, verb, quantity, key: newKey() });
  };

  // If the browser forbids copying, the link opens the same cart.
  const copyLink = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (!navigator.clipboard || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    navigator.clipboard.writeText(href).then(
      () => setStatus(texts.copied),
      () => location.assign(href),
    );
  };

  const failure = failed.at(-1);
  const live = (
    <>
      <p className="cart-status small" role="status">
        {/* A repeated error is announced again, though its text is the same. */}
        {failure ? <span key={failed.length}>{failure.text}</span> : status}
      </p>
      {failure && (
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            // The retry button disappears with the error; the outcome is reported below the heading.
            afterRemoval.current?.focus();
            failed.forEach(start);
          }}
        >
          {texts.retry}
        </button>
      )}
    </>
  );
  const leftOut = cart.shops.flatMap((shop) => shop.lines).filter((line) => !isBought(line) && !line.undo).length;
  return (
    <div className="cart">
      <div>
        {cart.shops.map((shop) => (
          <ShopLines key={shop.id} shop={shop} busy={updating} onChange={onChange} formats={formats} />
        ))}
      </div>
      <aside aria-label={texts.summary}>
        <h2 tabIndex={-1} ref={afterRemoval}>
          {texts.summary}
        </h2>
        {cart.shops.some(({ lines }) => lines.some(isBought)) && (
          <Sums
            rows={[
              [texts.goods, formats.money(cart.priceSum)],
              [texts.shipping, shippingText(cart, formats)],
              ...(cart.refundSum > 0
                ? ([[texts.depositSum, formats.money(cart.refundSum)]] as [string, string][])
                : []),
              [texts.total, formats.money(cart.priceTotal), true],
            ]}
          />
        )}
      </aside>
      <div>
        {leftOut > 0 && <p className="note">{fill(texts.leftOut, { count: String(leftOut) })}</p>}
        <p className="small">
          <a href={cartLink(linkPage, cart)} onClick={copyLink}>
            {texts.link}
          </a>
        </p>
        {live}
      </div>
    </div>
  );
}

export const CartLines = island({ name: 'cart-lines', when: 'idle' }, CartLinesView);
