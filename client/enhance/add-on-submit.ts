import { raiseCount } from './cart-count.js';
import { deferred } from './islands.js';
import { afterFrame } from './page.js';

/**
 * Adds to the cart without leaving the page: the count rises at once, and the deferred module does the rest (D35). If
 * that cannot be loaded, the form is posted.
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
  // A slow phone first paints the reaction to the tap.
  afterFrame(() =>
    deferred()
      .then((more) => more.addToCart(form, by))
      .catch(() => {
        removeEventListener('submit', addOnSubmit);
        // Only a press sends the button's own value; Safari before 16 knows no other way.
        button.click();
      }),
  );
}
