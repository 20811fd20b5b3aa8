/**
 * Everything of the page's own behaviour that nobody needs before the first touch: one file beside the inline loader,
 * brought into the cache when the page rests and evaluated with the first touch, key or focus, or when the connection
 * is lost (D65). Without it every link and form still works.
 */

import { watchBlockedAdds } from './enhance/blocked-cookies.js';
import { watchAdds } from './enhance/cross-selling.js';
import { rememberInGarage } from './enhance/garage.js';
import { showLoading } from './enhance/loading-bar.js';
import { watchConnection } from './enhance/online-state.js';
import { prefetchOnIntent } from './enhance/prefetch.js';
import { rememberLocale } from './enhance/remember-locale.js';
import { tellVitals } from './enhance/vitals.js';
import '../views/components/consent-form.css';
import '../views/components/country-grid.css';
import '../views/components/menu-tree.css';
import '../views/components/picker-panel.css';
import '../views/islands/search-box.later.css';
import '../views/islands/vehicle-panel.later.css';
import '../views/islands/vehicle-picker.css';
import '../views/islands/vehicle-picker.hits.css';
import '../views/islands/vehicle-picker.later.css';
import './later.css';

addEventListener('click', rememberLocale);
watchAdds();
watchBlockedAdds();
rememberInGarage();
showLoading();
prefetchOnIntent();
watchConnection();
tellVitals();

/** The loader passes on the form, or the link, that was pressed. */
export { open } from './enhance/dialogs.js';
export { show } from './enhance/parts.js';
