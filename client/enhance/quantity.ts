import { fetchPage } from './fetch-page.js';
import { withModel } from './vehicle.js';

/** Counts changes, so that the responses to older ones can be ignored. */
let turn = 0;

/**
 * Loads prices, ranking and best offer for another quantity into the page, and writes it into the address. If that
 * fails, the whole page loads. Neither happens after a later change, or once the form shows the result of an add.
 */
async function recount(field: HTMLInputElement, button: HTMLButtonElement, then: () => void): Promise<void> {
  if (!field.checkValidity()) return;
  const own = ++turn;
  const address = new URL(withModel(button.formAction));
  if (button.name) address.searchParams.set(button.name, button.value);
  address.searchParams.set('quantity', field.value);
  const page = await fetchPage(`${address}&fragment=1`).catch(() => null);
  const form = field.closest('form');
  if (own !== turn || !form?.isConnected || form.querySelector('[aria-busy], .added, .add-failed')) return;
  if (!page) return form.requestSubmit(button);
  const hadFocus = document.activeElement === field;
  for (const [here, shown] of [
    [form.closest('.buy-box'), page.querySelector('.buy-box')],
    [document.getElementById('offers'), page.getElementById('offers')],
  ])
    if (shown) here?.replaceWith(document.importNode(shown, true));
  if (hadFocus) document.querySelector<HTMLElement>('.buy-box .quantity')?.focus({ preventScroll: true });
  history.replaceState(history.state, '', address);
  then();
}

/** Lets prices follow the quantity of the buy box. `then` runs after a change. */
export function watchQuantity(then: () => void): void {
  const follow = (field: HTMLInputElement | null): void => {
    const button = field?.form?.querySelector<HTMLButtonElement>('[formaction]');
    if (field && button) void recount(field, button, then);
  };
  addEventListener('change', ({ target }) => {
    follow((target as Element).closest<HTMLInputElement>('.buy-box .quantity'));
  });
  // The visitor may have changed it before this script ran, and may still be typing.
  const field = document.querySelector<HTMLInputElement>('.buy-box .quantity');
  if (!field || field.value === field.defaultValue) return;
  if (field === document.activeElement) field.addEventListener('blur', () => follow(field), { once: true });
  else follow(field);
}
