import { all, page } from '../page.js';

/** The chosen vehicle as stored on the device, in the language of the page where it was chosen. */
interface StoredVehicle {
  manufacturerId: string;
  seriesId: string;
  modelId: string;
  name: string;
  power: string;
  ccm: string;
  years: string;
  href: string;
}

/** A vehicle page names its vehicle in `data-vehicle`; it is kept on the device and nowhere else (D27). */
function remembered(): StoredVehicle | null {
  try {
    if (page.vehicle) localStorage.vehicle = page.vehicle;
    // Nothing remembered is no JSON either.
    return JSON.parse(localStorage.vehicle);
  } catch {
    return null;
  }
}

/** Fills the title block of the header and preselects the picker with the remembered vehicle. */
export function showVehicle(): void {
  const vehicle = remembered();
  if (!vehicle) return;
  for (const template of all<HTMLTemplateElement>('data-vehicle-chosen')) {
    const block = template.content;
    for (const slot of block.querySelectorAll<HTMLElement>('[data-slot]')) {
      const name = slot.dataset.slot as keyof StoredVehicle;
      if (name === 'href') (slot as HTMLAnchorElement).href = vehicle.href;
      else slot.textContent = vehicle[name];
    }
    template.before(block);
  }
  for (const select of all<HTMLSelectElement>('data-preselect')) select.value ||= vehicle.manufacturerId;
}
