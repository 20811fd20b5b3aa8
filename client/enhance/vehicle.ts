import { keptVehicle, vehicleText } from '../../views/kept-vehicle.js';
import { vehicleState } from '../../views/vehicle-state.js';
import { loadDeferred } from './islands.js';
import { afterFrame, all, isNeutral, navigation, page, pageModel } from './page.js';

/** What was put into the page for the kept vehicle. */
let filled: Element[] = [];

/**
 * Keeps the vehicle that this page names where it was chosen: by a picker or the like, which lead here through another address,
 * on our own page of a make or a series, or by opening a model's page where none is kept. All others leave it (D78, D91).
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
    // Storage is closed.
  }
}

/** Marks the page with its state, fills the places of the kept vehicle, and has the deferred module change the rest. */
export function showVehicle(): void {
  const vehicle = keptVehicle();
  page.car = vehicleState(pageModel(), vehicle?.modelId);
  for (const element of filled) element.remove();
  filled = [];
  if (page.car !== 'none') afterFrame(() => void loadDeferred());
  if (!vehicle) return;
  for (const template of all<HTMLTemplateElement>('data-own')) {
    // A page about a vehicle offers only another one.
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

/** An address that takes a model, with the kept one where neither it nor the page names one. */
export function withModel(address: string): string {
  const vehicle = keptVehicle();
  if (!vehicle || !isNeutral() || address.includes('modelId')) return address;
  return `${address}${/\?/.test(address) ? '&' : '?'}modelId=${vehicle.modelId}`;
}
