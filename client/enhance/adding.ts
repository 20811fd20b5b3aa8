import { all } from './page.js';

/** Packs that each form has added since the page was opened. */
const inCart = new WeakMap<HTMLFormElement, number>();

/** Removes the result of an earlier attempt. */
function forget(form: HTMLFormElement): HTMLButtonElement | null {
  for (const shown of form.querySelectorAll('.added, .add-failed')) shown.remove();
  const button = form.querySelector<HTMLButtonElement>('.buy');
  if (button) button.hidden = false;
  return button;
}

/** Replaces the button by a link to the cart until the visitor chooses another quantity. */
function showAdded(form: HTMLFormElement, count: number, { added = '', toCart = '' }: DOMStringMap): void {
  const button = forget(form);
  const [cart] = all<HTMLAnchorElement>('data-cart-link');
  if (!button || !cart) return;
  const link = document.createElement('a');
  link.href = cart.href;
  link.className = 'button buy added';
  link.append(
    `✓ ${added.replace('{{count}}', `${count}`)}`,
    Object.assign(document.createElement('span'), { textContent: toCart }),
  );
  const hadFocus = document.activeElement === button;
  button.hidden = true;
  button.after(link);
  if (hadFocus) link.focus({ preventScroll: true });
}

/** Shows beside the button why nothing was added, with a button that tries again (D85). */
function showFailed(form: HTMLFormElement, { retry = '' }: DOMStringMap): void {
  const button = forget(form);
  const [region] = all('data-status');
  const line = Object.assign(document.createElement('p'), {
    className: 'add-failed',
    textContent: region?.textContent,
  });
  const again = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button',
    textContent: retry,
  });
  again.onclick = () => form.requestSubmit(button);
  // The guarded button already asks for a second tap.
  if (!document.querySelector('.fit-card.tone-bad')) line.append(' ', again);
  form.append(line);
}

/** Shows the outcome that the loader writes on each form: the packs that were added, or a failure. */
export function watchAdding(styled: Promise<unknown>): void {
  const [words] = all('data-retry');
  if (!words) return;
  const show = async (form: HTMLFormElement): Promise<void> => {
    await styled;
    const packs = Number(form.dataset.count);
    if (packs === 0) return showFailed(form, words.dataset);
    inCart.set(form, packs + (inCart.get(form) ?? 0));
    showAdded(form, inCart.get(form) ?? 0, words.dataset);
  };
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) void show(target as HTMLFormElement);
  });
  observer.observe(document.body, { subtree: true, attributeFilter: ['data-count'] });
  // The visitor may have used a form before this script ran.
  for (const form of all<HTMLFormElement>('data-count')) void show(form);
  addEventListener('input', ({ target }) => {
    const form = (target as Element).closest<HTMLFormElement>('[data-count]');
    if (form) forget(form);
  });
}
