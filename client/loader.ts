/**
 * The only script of a page before somebody uses a widget: inline, pinned in the CSP by its hash, about 1.5 kilobytes,
 * compressed. It fills in the visitor's own data, which shared pages lack (D27), and enhances forms. Everything works without it. It
 * runs between header and main part: a slow phone paints before it has the whole page, and nothing may move then.
 */

import { announceVehicle } from '../views/kept-vehicle.js';
import { cookieCount, raiseCount, refreshCount } from './enhance/cart-count.js';
import { loadDeferred, openOnSubmit, showOnClick, watchIslands } from './enhance/islands.js';
import { afterFrame, all, cookie, page, serverTiming } from './enhance/page.js';
import { rememberVehicle, showVehicle } from './enhance/vehicle.js';

/**
 * Shows who is logged in, and which vehicles are saved. A cookie says that without a request (D57): `in`, or
 * `active.{modelId}.{modelId}` with saved vehicles, the specification's `userActive`.
 */
function showAccount(): void {
  page.account = cookie('account') ?? '';
  const saved = page.account.split('.');
  for (const element of all('data-save'))
    element.toggleAttribute('data-saved', saved.includes(element.dataset.save as string));
}

/** Shows the support code of this response in the footer (D40, D57). */
function showSupportCode(): void {
  const code = serverTiming('rid') ?? '';
  for (const element of all('data-support-code')) element.textContent = code;
}

/** Shows everything that the browser stores about the visitor, in two tasks, so that neither blocks for long. */
function personalise(): void {
  // The count includes taps that came before.
  raiseCount(0);
  showAccount();
  setTimeout(() => {
    if (!page.vehicle) showVehicle();
    showSupportCode();
    // The deferred script shows what shipping adds to parcels and the answers at lines of a cart, marks old prices, and
    // corrects the country.
    const isForeign = (cookie('country') || page.country) !== page.country;
    if (isForeign || serverTiming('old') || all('data-model')[0] || (cookieCount() && all('data-goes-with')[0]))
      void loadDeferred();
  });
}

watchIslands();
addEventListener('submit', openOnSubmit);
addEventListener('click', showOnClick);
// Another tab, or a widget of this page, has changed the kept vehicle.
addEventListener('storage', showVehicle);
// Texts about a vehicle depend on its state, so the loader sets the state before anything below the header is painted.
if (page.vehicle) {
  rememberVehicle();
  showVehicle();
}
addEventListener('DOMContentLoaded', () => {
  if (page.vehicle) showVehicle();
  // Cookies and storage are slow on a slow phone, so the page is painted first.
  afterFrame(personalise);
});
// A page restored from the back/forward cache still shows the old count, account and vehicle (D36).
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  refreshCount();
  showAccount();
  announceVehicle();
});
