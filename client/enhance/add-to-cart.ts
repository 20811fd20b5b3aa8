import { newKey } from '../../views/change-key.js';
import { keptVehicle } from '../../views/kept-vehicle.js';
import { timeoutMs } from '../../views/with-timeout.js';
import { cookieCount, raiseCount, showCount } from './cart-count.js';
import { all } from './page.js';
import { withModel } from './vehicle.js';

/**
 * Writes a sentence into the live region: one of its own texts by name, or the given one. `{{count}}` is replaced by
 * the pieces in the cart.
 */
function say(sentence: string, count?: number): void {
  for (const region of all('data-status')) {
    region.textContent = (region.dataset[sentence] ?? sentence).replace('{{count}}', `${count}`);
  }
}

/**
 * Adds the offer of a form to the cart. An early tap first waits for the verdict on the kept vehicle, so that it adds
 * nothing that does not fit (D91). A network failure is retried once, a refusal by the shop is not. Safari before 16
 * has no timeout.
 *
 * A request may succeed although its response is lost. The form therefore keeps its idempotency key until a response
 * arrives, so that the next tap adds nothing twice (D53). Another quantity gets another key.
 *
 * @returns the pieces in the cart, or the reason why nothing was added
 */
async function add(form: HTMLFormElement, refusal: Promise<string>): Promise<number | string> {
  const reason = keptVehicle() && (await refusal);
  if (reason) return reason;
  const quantity: string = form.quantity.value;
  form.dataset.key ||= newKey();
  const request = (): Promise<Response> =>
    fetch(withModel(form.action), {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'idempotency-key': `${form.dataset.key}-${quantity}`,
      },
      body: new URLSearchParams({ quantity, locale: form.locale.value }),
      keepalive: true,
      signal: AbortSignal.timeout?.(timeoutMs),
    });
  const response = await request().catch(request);
  const { cartData, title } = await response.json();
  if (title) return title;
  if (cartData.countArticles === undefined) return 'failed';
  form.dataset.key = '';
  // A browser that refuses cookies gets a new cart with each call and can show none of them (`blocked-cookies.ts`).
  return cookieCount() || 'failed';
}

/** Requests run one after the other: the first one of a new visitor creates the session that the next one needs. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Adds to the cart, and lowers the count again if the shop adds nothing (D35).
 * @param by packs by which the loader has raised the count
 * @param refusal resolves to the reason why the part does not fit the kept vehicle, if that is new; empty otherwise
 */
export async function addToCart(form: HTMLFormElement, by: number, refusal: Promise<string>): Promise<void> {
  const adding = queue.then(() => add(form, refusal)).catch(() => 'failed');
  queue = adding;
  const outcome = await adding;
  const isAdded = typeof outcome === 'number';
  form.querySelector('.buy')?.removeAttribute('aria-busy');
  if (!isAdded) raiseCount(-by);
  // The count already includes the other taps that wait.
  else if (!document.querySelector('.buy[aria-busy]')) showCount(outcome);
  if (isAdded) say('added', outcome);
  else say(outcome);
  form.dataset.count = `${isAdded ? by : 0}`;
}
