import { newKey } from '../../views/change-key.js';
import { keptVehicle } from '../../views/kept-vehicle.js';
import { timeoutMs } from '../../views/with-timeout.js';
import { cookieCount, raiseCount, showCount } from './cart-count.js';
import { loadDeferred } from './islands.js';
import { afterFrame, all } from './page.js';
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
 * has no timeout, because a timer would be too large for the loader.
 *
 * A request may succeed although its response is lost. The form therefore keeps its idempotency key until a response
 * arrives, so that the next tap adds nothing twice (D53). Another quantity gets another key.
 *
 * @returns the pieces in the cart, or the reason why nothing was added
 */
async function add(form: HTMLFormElement, { value: quantity }: HTMLInputElement): Promise<number | string> {
  // A slow phone first paints the reaction to the tap, then sends the request.
  await new Promise<void>(afterFrame);
  const more = loadDeferred();
  const refusal = keptVehicle() && (await (await more)?.awaitVerdict());
  if (refusal) return refusal;
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
let outstanding = 0;

/**
 * Adds to the cart without leaving the page. The count rises at once, and falls back if the shop adds nothing (D35).
 */
export function addOnSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (!form.matches('[data-add]')) return;
  event.preventDefault();
  const button = form.querySelector('.buy') as HTMLButtonElement;
  if (button.hasAttribute('aria-busy')) return;
  // The field counts pieces, the cart counts packs.
  const by = Math.ceil(form.quantity.value / Number(form.dataset.add));
  button.setAttribute('aria-busy', 'true');
  raiseCount(by);
  outstanding++;
  queue = queue
    .then(() => add(form, form.quantity))
    .catch(() => 'failed')
    .then((outcome) => {
      const isAdded = typeof outcome === 'number';
      outstanding--;
      if (!isAdded) raiseCount(-by);
      // The count already includes taps whose requests are still running.
      else if (outstanding === 0) showCount(outcome);
      if (isAdded) say('added', outcome);
      else say(outcome);
      form.dataset.count = `${isAdded ? by : 0}`;
    })
    .finally(() => button.removeAttribute('aria-busy'));
}
