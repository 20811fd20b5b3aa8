import { patience } from '../../views/in-time.js';
import { all } from '../page.js';
import { raiseCount, showCount } from './cart-count.js';
import { bringLater } from './islands.js';

/** Says a sentence of the live region; `{{count}}` stands for the pieces in the cart. */
function say(outcome: 'added' | 'failed', count?: number): void {
  for (const region of all('data-status')) {
    region.textContent = (region.dataset[outcome] ?? '').replace('{{count}}', `${count}`);
  }
}

/**
 * One request, repeated once with the same key when the network, not the shop, failed or kept silent. Safari before 16
 * waits as long as it will: a timer of our own is more than the loader may weigh.
 */
async function post(url: string, body: string): Promise<number> {
  const request = (): Promise<Response> =>
    fetch(url, { method: 'POST', headers, body, keepalive: true, signal: AbortSignal.timeout?.(patience) });
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    // One per tap, so that a repeated request adds once (D53).
    'idempotency-key': crypto.getRandomValues(new Uint32Array(4)).join('-'),
  };
  const answer = await request().catch(request);
  // What is no cart, a problem or rubbish, has no such number and throws here.
  return (await answer.json()).cartData.countArticles.valueOf();
}

/** Posts go out one after the other: the first one of a new visitor brings the session that the next one needs. */
let queue: Promise<unknown> = Promise.resolve();
let outstanding = 0;

/**
 * Adds without leaving the page: the count rises with the tap, falls back when nothing was added, and the outcome
 * is said politely (specification 4, D35). Without this script the same form leads to the cart.
 */
export function addOnSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (!form.matches('[data-add]')) return;
  event.preventDefault();
  const button = form.querySelector('button');
  if (!button || button.hasAttribute('aria-busy')) return;
  const { quantity, locale } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const by = Number(quantity) || 1;
  button.setAttribute('aria-busy', 'true');
  raiseCount(by);
  outstanding++;
  queue = queue
    // A tap shows at once on a slow phone: the request, and all that the page does besides, begin after that.
    .then(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    .then(() => {
      void bringLater();
      return post(form.action, JSON.stringify({ quantity: by, locale }));
    })
    .then(
      (count) => {
        // Taps that are still on their way are already in the number shown.
        if (--outstanding === 0) showCount(count);
        say('added', count);
      },
      () => {
        outstanding--;
        raiseCount(-by);
        say('failed');
      },
    )
    .finally(() => button.removeAttribute('aria-busy'));
}
