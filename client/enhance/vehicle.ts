import { keptVehicle, vehicleText } from '../../views/kept-vehicle.js';
import { vehicleState } from '../../views/vehicle-state.js';
import { loadDeferred } from './islands.js';
import { afterFrame, all, isNeutral, navigation, page, pageModel } from './page.js';

/** Elements that show the kept vehicle. */
let filled: Element[] = [];

/**
 * Keeps the vehicle of this page if the visitor chose it. A choice is a redirect from a picker, or a link of our own
 * page of a make or series. Opening a model's page counts only if no vehicle is kept. Other visits keep the former
 * vehicle (D78, D91).
 */
export function rememberVehicle(): void {
  const from = document.referrer;
  const modelId = pageModel();
  try {
    const isChosen =
      from.startsWith(`${location.origin}/`) &&
      (navigation?.redirectCount
        ? !new RegExp(`3-${modelId}-|modelId=${modelId}\\b`).test(from)
        : /\/[12]-\d+-/.test(from));
    if (isChosen || (!keptVehicle() && /\/3-\w+-(-|$)/.test(location.pathname))) localStorage.vehicle = page.vehicle;
  } catch {
    // Storage is unavailable.
  }
}

/** Sets the page's vehicle state, fills in the kept vehicle, and loads the deferred module for the rest. */
export function showVehicle(): void {
  const vehicle = keptVehicle();
  page.car = vehicleState(pageModel(), vehicle?.modelId);
  for (const element of filled) element.remove();
  filled = [];
  if (page.car !== 'none') afterFrame(() => void loadDeferred());
  if (!vehicle) return;
  for (const template of all<HTMLTemplateElement>('data-own')) {
    // A page about the kept vehicle does not suggest it.
    if (template.dataset.own === vehicle.modelId) continue;
    const block = document.importNode(template.content, true);
    for (const place of block.querySelectorAll<HTMLAnchorElement>('[data-slot],[data-href]')) {
      const { slot, href } = place.dataset;
      if (slot) place.textContent = vehicleText(slot, vehicle);
      if (href) place.href = vehicleText(href, vehicle);
    }
    filled.push(...block.children);
    template.before(block);
  }
}

/** Adds the kept vehicle to an address, if neither the address nor the page names one. */
export function withModel(address: string): string {
  const vehicle = keptVehicle();
  if (!vehicle || !isNeutral() || address.includes('modelId')) return address;
  return `${address}${/\?/.test(address) ? '&' : '?'}modelId=${vehicle.modelId}`;
}
