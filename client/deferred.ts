/**
 * The page's behaviour that is not needed before the first interaction: one file besides the inline loader. It is
 * fetched when the page is idle, and evaluated on the first touch, key or focus, or when the connection is lost (D65).
 * Without it every link and form still works.
 */

import { watchBlockedAdds } from './enhance/blocked-cookies.js';
import { watchAdds } from './enhance/cross-selling.js';
import { showLoading } from './enhance/loading-bar.js';
import { watchConnection } from './enhance/online-state.js';
import { prefetchOnIntent } from './enhance/prefetch.js';
import { rememberVehicle } from './enhance/recent-vehicles.js';
import { rememberLocale } from './enhance/remember-locale.js';
import { reportVitals } from './enhance/vitals.js';
import '../views/components/consent-form.css';
import '../views/components/country-grid.css';
import '../views/components/menu-tree.css';
import '../views/components/picker-panel.css';
import '../views/islands/search-box.deferred.css';
import '../views/islands/vehicle-panel.deferred.css';
import '../views/islands/vehicle-picker.css';
import '../views/islands/vehicle-picker.hits.css';
import '../views/islands/vehicle-picker.deferred.css';
import './deferred.css';

addEventListener('click', rememberLocale);
watchAdds();
watchBlockedAdds();
rememberVehicle();
showLoading();
prefetchOnIntent();
watchConnection();
reportVitals();

/** The loader passes on the form, or the link, that was pressed. */
export { open } from './enhance/dialogs.js';
export { show } from './enhance/fragments.js';
