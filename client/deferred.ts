/**
 * The page's behaviour that is not needed before the first interaction: one file besides the inline loader. It is
 * fetched when the page is idle, and evaluated on the first touch, key or focus, or when the connection is lost (D65).
 * Without it every link and form still works.
 */

import { correctCountry } from './enhance/countries.js';
import { styled } from './enhance/deferred-style.js';
import { watchListChoice } from './enhance/list-choice.js';
import { showLoading } from './enhance/loading-bar.js';
import { announceOldPrices, watchConnection } from './enhance/online-state.js';
import { page } from './enhance/page.js';
import { reportErrors } from './enhance/page-errors.js';
import { openPlainAddresses } from './enhance/plain-addresses.js';
import { prefetchOnIntent } from './enhance/prefetch.js';
import { joinRecent } from './enhance/recent-vehicles.js';
import { rememberLocale } from './enhance/remember-locale.js';
import { sentencesWritten } from './enhance/sentences.js';
import { followVehicle } from './enhance/vehicle-links.js';
import { awaitVerdict, watchVerdicts } from './enhance/verdicts.js';
import { reportVitals } from './enhance/vitals.js';
import '../views/components/data-report.css';
import '../views/components/compare-choice.css';
import '../views/components/consent-form.css';
import '../views/components/country-grid.css';
import '../views/components/menu-tree.css';
import '../views/components/picker-panel.css';
import '../views/components/price-history.css';
import '../views/islands/listing-filter.deferred.css';
import '../views/islands/search-box.deferred.css';
import '../views/islands/vehicle-panel.deferred.css';
import '../views/islands/vehicle-picker.css';
import '../views/islands/vehicle-picker.hits.css';
import '../views/islands/vehicle-picker.deferred.css';
import '../views/components/buy-button.css';
import '../views/components/fold.css';
import '../views/components/quantity.css';
import '../views/components/tones.css';
import './deferred.css';

reportErrors();
correctCountry();
addEventListener('click', rememberLocale);
watchListChoice();
joinRecent();
followVehicle();
watchVerdicts();
watchConnection();
showLoading();
openPlainAddresses();
prefetchOnIntent();
void styled.then(announceOldPrices);
reportVitals();
// Pages that sell something name one more file.
const [file] = page.src?.match(/\S+\/buying\b\S+/) ?? [];
const bring = (address: string): Promise<typeof import('./buying.js')> => import(address);
if (file)
  Promise.all([bring(file), sentencesWritten])
    .then(([{ sell }]) => sell(styled))
    .catch(() => {});

/** The loader calls these with the form, link or button that the visitor pressed. */
export async function addToCart(form: HTMLFormElement, by: number): Promise<void> {
  // A refusal that comes while the script is loading is new to the visitor.
  const refusal = awaitVerdict();
  const [more] = await Promise.all([bring(file as string), sentencesWritten]);
  await more.addToCart(form, by, refusal);
}
export { count } from './enhance/counting.js';
export { open } from './enhance/dialogs.js';
export { show } from './enhance/fragments.js';
