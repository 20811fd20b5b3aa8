import { fetchPage } from './fetch-page.js';
import { withModel } from './vehicle.js';

/** Each change outdates the answers that are on their way. */
let turn = 0;

/** Brings prices, ranking and best offer for another quantity into the page; its address names it from then on. */
async function recount(field: HTMLInputElement, button: HTMLButtonElement, then: () => void): Promise<void> {
  if (!field.checkValidity()) return;
  const own = ++turn;
  const address = new URL(withModel(button.formAction));
  if (button.name) address.searchParams.set(button.name, button.value);
  address.searchParams.set('quantity', field.value);
  const page = await fetchPage(`${address}&fragment=1`);
  const form = field.closest('form');
  // What has been added meanwhile, or could not be, stays in sight.
  if (own !== turn || !form?.isConnected || form.querySelector('[aria-busy], .added, .add-failed')) return;
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

/** Prices follow the number in the buy box, else the whole page loads; `then` runs after a change. */
export function watchQuantity(then: () => void): void {
  const follow = (field: HTMLInputElement | null): void => {
    const button = field?.form?.querySelector<HTMLButtonElement>('[formaction]');
    if (field && button) recount(field, button, then).catch(() => field.form?.requestSubmit(button));
  };
  addEventListener('change', ({ target }) => {
    follow((target as Element).closest<HTMLInputElement>('.buy-box .quantity'));
  });
  // It may have been changed before this script was there; a visitor who is still typing has not finished.
  const field = document.querySelector<HTMLInputElement>('.buy-box .quantity');
  if (!field || field.value === field.defaultValue) return;
  if (field === document.activeElement) field.addEventListener('blur', () => follow(field), { once: true });
  else follow(field);
}
