/**
 * The only script of a page before somebody uses a widget: inline, pinned in the CSP by its hash, about a kilobyte.
 * It fills in what belongs to the visitor and not to the page (D27) and enhances forms; everything works without it.
 */

import { tellVehicle } from '../views/kept-vehicle.js';
import { addOnSubmit } from './enhance/add-to-cart.js';
import { cookieCount, raiseCount, refreshCount } from './enhance/cart-count.js';
import { loadDeferred, openOnSubmit, showOnClick, watchIslands } from './enhance/islands.js';
import { afterFrame, all, cookie, navigation, page, told } from './enhance/page.js';
import { rememberVehicle, showVehicle } from './enhance/vehicle.js';

/**
 * The strict country cookie is not sent when a visitor comes from elsewhere; one reload sends it (D44). Whether it has
 * been tried, the browser says: storage would have to be opened, which takes a slow phone as long as all the rest. What
 * the shop does not take even then is no country it knows: without it, the next page is not asked for twice as well.
 */
function correctCountry(): void {
  const wanted = cookie('country');
  if (!wanted || wanted === page.country) return;
  if (navigation?.type !== 'reload') location.reload();
  else document.cookie = 'country=;path=/;max-age=0';
}

/**
 * Shows who is logged in their account link, and what they have saved as saved; known by a cookie without a request
 * (D57): `in`, or `active.{modelId}.{modelId}` with saved vehicles, which is the specification's `userActive`.
 */
function showAccount(): void {
  page.account = cookie('account') ?? '';
  const saved = page.account.split('.');
  for (const element of all('data-save'))
    element.toggleAttribute('data-saved', saved.includes(element.dataset.save as string));
}

/** The support code of this response, for the page's footer (D40, D57). */
function showSupportCode(): void {
  const code = told('rid') ?? '';
  for (const element of all('data-support-code')) element.textContent = code;
}

/** All that asks the browser for what it keeps of the visitor, in two pieces. */
function personalise(): void {
  correctCountry();
  // A tap that came first is in the number already.
  raiseCount(0);
  showAccount();
  setTimeout(() => {
    if (!page.vehicle) showVehicle();
    showSupportCode();
    // The deferred script shows offers their parcels in the cart, and marks old prices.
    if (told('old') || (cookieCount() && all('data-parcel')[0])) void loadDeferred();
  });
}

watchIslands();
addEventListener('submit', addOnSubmit);
addEventListener('submit', openOnSubmit);
addEventListener('click', showOnClick);
// Another tab, or a widget of this page, has chosen or forgotten a vehicle.
addEventListener('storage', showVehicle);
// Texts about a vehicle depend on its state, so the loader sets the state before the first paint.
if (page.vehicle) {
  rememberVehicle();
  showVehicle();
}
// Cookies and storage take a slow phone as long as all the rest: what everybody sees is painted first.
afterFrame(personalise);
// A page restored from the back/forward cache still shows the old count, account and vehicle (D36).
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  refreshCount();
  showAccount();
  tellVehicle();
});
