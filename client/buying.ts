import { watchAdding } from './enhance/adding.js';
import { watchBlockedAdds } from './enhance/blocked-cookies.js';
import { showBuyBar } from './enhance/buy-bar.js';
import { watchAdds } from './enhance/cross-selling.js';
import { showParcels } from './enhance/parcels.js';
import { watchQuantity } from './enhance/quantity.js';

export { addToCart } from './enhance/add-to-cart.js';

/** Starts the script of pages that sell something. @param styled resolves when the deferred style sheet applies */
export function sell(styled: Promise<unknown>): void {
  watchAdding(styled);
  watchAdds();
  watchBlockedAdds(styled);
  const parcels = (): void => void showParcels().catch(() => {});
  watchQuantity(parcels);
  parcels();
  new MutationObserver(parcels).observe(document.body, { subtree: true, attributeFilter: ['data-count'] });
  showBuyBar();
}
