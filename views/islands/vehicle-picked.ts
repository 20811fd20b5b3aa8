import { emptyPickers, keptVehicle } from '../kept-vehicle.js';

/** Choices in the selects of a picker; empty without a choice. */
export interface Picked {
  manufacturerId: string;
  seriesId: string;
}
interface News {
  picked: Picked;
  from: Element | null;
  /** Only for pickers with this manufacturer; null for all. */
  insteadOf: string | null;
}

const type = 'vehicle-picked';
let last: Picked | null = null;

/** Returns the latest choice on this page, for a picker that is created later. */
export const lastPicked = (): Picked | null => last;

/** Returns the choice in the page's picker, or else the kept vehicle. */
function shownPick(): Picked | null {
  const form = document.querySelector<HTMLFormElement>('main form.vehicle-selects');
  const shown = (name: string): string => (form?.elements.namedItem(name) as HTMLSelectElement | null)?.value ?? '';
  const [manufacturerId, seriesId] = [shown('manufacturerId'), shown('seriesId')];
  const remembered = keptVehicle();
  if (!manufacturerId || (remembered?.manufacturerId === manufacturerId && !seriesId)) return remembered;
  return { manufacturerId, seriesId };
}

/** Writes a choice into pickers that nobody has used. They adopt it at hydration. */
function pickUntouched(picked: Picked, insteadOf: string | null): void {
  emptyPickers(document);
  for (const select of document.querySelectorAll<HTMLSelectElement>(
    'is-land:not([data-state=ready]) form.vehicle-selects select[name=manufacturerId]',
  ))
    if (insteadOf === null || select.value === insteadOf) select.value = picked.manufacturerId;
}

function announce(news: News): void {
  last = news.picked;
  pickUntouched(news.picked, news.insteadOf);
  dispatchEvent(new CustomEvent(type, { detail: news }));
}

/** Sends a choice to the other pickers of the page, so that all show the same. */
export const announcePicked = (picked: Picked, from: Element | null): void =>
  announce({ picked, from, insteadOf: null });

/** Removes a forgotten vehicle from pickers that show its manufacturer. */
export const announceForgotten = (manufacturerId: string): void =>
  announce({ picked: { manufacturerId: '', seriesId: '' }, from: null, insteadOf: manufacturerId });

/** Writes the choice of the page into a new, empty picker. */
export function fillNewPicker(): void {
  const picked = last ?? shownPick();
  if (picked) dispatchEvent(new CustomEvent(type, { detail: { picked, from: null, insteadOf: '' } satisfies News }));
}

/** Listens to choices in other forms that concern `own`. @returns a function that stops listening */
export function subscribePicked(own: () => HTMLFormElement | null, show: (picked: Picked) => void): () => void {
  const hear = (event: Event): void => {
    const { picked, from, insteadOf } = (event as CustomEvent<News>).detail;
    const form = own();
    const shown = (form?.elements.namedItem('manufacturerId') as HTMLSelectElement | null)?.value;
    if (form && from !== form && (insteadOf === null || shown === insteadOf)) show(picked);
  };
  addEventListener(type, hear);
  return () => removeEventListener(type, hear);
}
