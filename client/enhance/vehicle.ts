import { keptVehicle, vehicleText } from '../../views/kept-vehicle.js';
import { loadDeferred } from './islands.js';
import { all, isNeutral, page } from './page.js';

/** What was put into the page for the kept vehicle. */
let filled: Element[] = [];

/**
 * Keeps the vehicle of this page where it was chosen: by a picker or the like, which lead here through another address,
 * or on our own page of a make or a series. Who comes from elsewhere, or walks on beside a vehicle that was never
 * chosen, keeps the one before (D78).
 *
 * @param isRedirected the browser was led here from another address of the shop
 */
export function rememberVehicle(isRedirected: boolean): void {
  const from = document.referrer;
  try {
    if (!page.vehicle) return;
    const { modelId } = JSON.parse(page.vehicle);
    const isChosen =
      from.startsWith(`${location.origin}/`) &&
      (isRedirected ? !new RegExp(`3-${modelId}-|modelId=${modelId}\\b`).test(from) : /\/[12]-\d+-/.test(from));
    if (isChosen || !keptVehicle()) localStorage.vehicle = page.vehicle;
  } catch {
    // Storage is closed.
  }
}

/** Shows the kept vehicle in its places on the page, and loads the deferred module, which changes the rest. */
export function showVehicle(): void {
  const vehicle = keptVehicle();
  for (const element of filled) element.remove();
  filled = [];
  if (!vehicle) return;
  void loadDeferred();
  for (const template of all<HTMLTemplateElement>('data-own')) {
    // A page about a vehicle offers only another one.
    if (template.dataset.own === vehicle.modelId) continue;
    const block = document.importNode(template.content, true);
    for (const slot of block.querySelectorAll<HTMLElement>('[data-slot]'))
      slot.textContent = vehicleText(slot.dataset.slot as string, vehicle);
    for (const link of block.querySelectorAll<HTMLAnchorElement>('[data-href]'))
      link.href = vehicleText(link.dataset.href as string, vehicle);
    filled.push(...block.children);
    template.before(block);
  }
}

/** An address that takes a model, with the kept one where the page is about none. */
export function withModel(address: string): string {
  const vehicle = keptVehicle();
  return vehicle && isNeutral() ? `${address}${/\?/.test(address) ? '&' : '?'}modelId=${vehicle.modelId}` : address;
}
