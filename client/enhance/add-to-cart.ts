import { newKey } from '../../views/change-key.js';
import { keptVehicle } from '../../views/kept-vehicle.js';
import { timeoutMs } from '../../views/with-timeout.js';
import { cookieCount, raiseCount, showCount } from './cart-count.js';
import { loadDeferred } from './islands.js';
import { afterFrame, all } from './page.js';
import { withModel } from './vehicle.js';

/** Says a sentence of the live region, or one of the shop's own; `{{count}}` stands for the pieces in the cart. */
function say(sentence: string, count?: number): void {
  for (const region of all('data-status')) {
    region.textContent = (region.dataset[sentence] ?? sentence).replace('{{count}}', `${count}`);
  }
}

/**
 * Adds what the form asks for. For the kept vehicle, the verdict comes first: a tap before it adds nothing that does
 * not fit (D91). The request is repeated once when the network failed, not the shop. Safari before 16 waits
 * as long as it will: a timer of our own is more than the loader may weigh.
 *
 * The shop may have added what nobody heard of, so the form keeps its key until a cart has answered: the next tap then
 * adds nothing twice (D53). Another quantity is another wish.
 *
 * @returns the pieces in the cart, or the sentence about why nothing was added.
 */
async function add(form: HTMLFormElement, { value: quantity }: HTMLInputElement): Promise<number | string> {
  // A tap shows at once on a slow phone: the request, and all that the page does besides, begin after that.
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
  // A browser that refuses cookies has a new cart for each call, and none of them to show (`blocked-cookies.ts`).
  return cookieCount() || 'failed';
}

/** Posts go out one after the other: the first one of a new visitor brings the session that the next one needs. */
let queue: Promise<unknown> = Promise.resolve();
let outstanding = 0;

/** Adds without leaving the page: the count rises at once, and falls back where the shop added nothing (D35). */
export function addOnSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (!form.matches('[data-add]')) return;
  event.preventDefault();
  const button = form.querySelector('button') as HTMLButtonElement;
  if (button.hasAttribute('aria-busy')) return;
  // The field counts pieces, the cart packs.
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
      // Taps that are still on their way are already in the number shown.
      else if (outstanding === 0) showCount(outcome);
      if (isAdded) say('added', outcome);
      else say(outcome);
      form.dataset.told = `${isAdded ? by : 0}`;
    })
    .finally(() => button.removeAttribute('aria-busy'));
}
