import { emptyPickers, keptVehicle } from '../kept-vehicle.js';

/** What is picked in the selects of one picker; empty where nothing is. */
export interface Picked {
  manufacturerId: string;
  seriesId: string;
}
interface News {
  picked: Picked;
  from: Element | null;
  /** Only for pickers that show this manufacturer. */
  insteadOf: string | null;
}

const type = 'vehicle-picked';
let last: Picked | null = null;

/** What was picked last on this page, for a picker that comes later. */
export const lastPicked = (): Picked | null => last;

/** What the picker of the page shows; where it shows nothing, the remembered vehicle. */
function shownPick(): Picked | null {
  const form = document.querySelector<HTMLFormElement>('main form.vehicle-selects');
  const shown = (name: string): string => (form?.elements.namedItem(name) as HTMLSelectElement | null)?.value ?? '';
  const [manufacturerId, seriesId] = [shown('manufacturerId'), shown('seriesId')];
  const remembered = keptVehicle();
  if (!manufacturerId || (remembered?.manufacturerId === manufacturerId && !seriesId)) return remembered;
  return { manufacturerId, seriesId };
}

/** Pickers that nobody has touched yet take over what stands in them when they are. */
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

/** Tells the other pickers of the page what was picked in the form, so that all of them show the same. */
export const announcePicked = (picked: Picked, from: Element | null): void =>
  announce({ picked, from, insteadOf: null });

/** The remembered vehicle is forgotten: pickers that show its manufacturer show none. */
export const announceForgotten = (manufacturerId: string): void =>
  announce({ picked: { manufacturerId: '', seriesId: '' }, from: null, insteadOf: manufacturerId });

/** A picker that has just been made, and shows nothing yet, takes over what is picked on the page. */
export function fillNewPicker(): void {
  const picked = last ?? shownPick();
  if (picked) dispatchEvent(new CustomEvent(type, { detail: { picked, from: null, insteadOf: '' } satisfies News }));
}

/** Listens to picks in other forms that concern what `own` shows. @returns ends that */
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
