import { announceVehicle, emptyPickers, keptVehicle } from '../../views/kept-vehicle.js';
import { all, isNeutral, page } from './page.js';

/** Fills make and series of the kept vehicle into unused pickers. Hydration first empties them again. */
function fillPickers(): void {
  emptyPickers(document);
  const vehicle = keptVehicle();
  for (const select of all<HTMLSelectElement>('data-preselect')) {
    if (!vehicle || !select.closest('[data-state=waiting]')) continue;
    select.value ||= vehicle.manufacturerId;
    if (select.value !== vehicle.manufacturerId) continue;
    const form = select.form as HTMLFormElement;
    const series: HTMLSelectElement = form.seriesId;
    form.toggleAttribute('data-filled', true);
    series.disabled = false;
    series.add(new Option(vehicle.series, vehicle.seriesId, true, true));
  }
}

/** Adds the kept vehicle to the address of a link or form under the pointer or the focus. */
function keepVehicle({ target }: Event): void {
  const way = (target as Partial<Element>).closest?.<HTMLElement>('a,form');
  if (!way || !isNeutral()) return;
  const name = way.matches('a') ? 'href' : 'action';
  const address = way.dataset.to ?? way.getAttribute(name) ?? '';
  if (address.split('?')[0] === location.pathname || /[?&]page=/.test(address)) return;
  const vehicle = keptVehicle();
  const { slug, modelId } = vehicle ?? {};
  const own = way.closest('[data-fits]')
    ? `${address + (address.includes('?') ? '&' : '?')}modelId=${modelId}`
    : address.replace(/[^/]+\/--(?=\d)/, `${slug}/3-${modelId}-`);
  if (own === address) return;
  way.dataset.to = address;
  way.setAttribute(name, vehicle ? own : address);
}

/** Keeps the vehicle of the page when the visitor presses the button for it. */
function chooseOnClick({ target }: Event): void {
  if (!(target as Element).closest('[data-choose]')) return;
  localStorage.vehicle = page.vehicle;
  announceVehicle();
  // The button has disappeared.
  document.querySelector<HTMLElement>('.vehicle-box a')?.focus();
}

/** Lets links, pickers and vehicle suggestions of a page follow the vehicle of this device. */
export function followVehicle(): void {
  addEventListener('pointerover', keepVehicle);
  addEventListener('focusin', keepVehicle);
  addEventListener('click', chooseOnClick);
  addEventListener('storage', fillPickers);
  fillPickers();
}
