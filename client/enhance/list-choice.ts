import { announceVehicle } from '../../views/kept-vehicle.js';
import { selectKeys } from '../../views/select-keys.js';
import { fetchPage } from './fetch-page.js';

/** On wide screens the filters are beside the list. On narrow ones they are a sheet with a button of its own. */
const beside = matchMedia('(min-width: 1025px)');
const reachableIn = (list: Element): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('a,button,select,input,summary'),
];

/** Counts choices, so that the responses to older ones can be ignored. */
let turn = 0;

/** Replaces the list by that of another page. The focus stays, and everything above keeps its height. */
function showList(page: Document): void {
  const here = document.getElementById('liste');
  const shown = page.getElementById('liste');
  if (!here || !shown) throw new Error('no list');
  const focused = reachableIn(here).indexOf(document.activeElement as HTMLElement);
  const list = document.importNode(shown, true);
  const [measures, others] = [document, page].map((each) => each.querySelector<HTMLElement>('.deciding-measures'));
  if (measures) {
    measures.style.minHeight = `${measures.offsetHeight}px`;
    measures.replaceChildren(...[...(others?.children ?? [])].map((one) => document.importNode(one, true)));
  }
  here.replaceWith(list);
  reachableIn(list)[focused]?.focus({ preventScroll: true });
  const address = new URL(page.URL);
  address.searchParams.delete('fragment');
  history.replaceState(history.state, '', address);
  // The new list needs the verdicts for the kept vehicle, too.
  announceVehicle();
}

/** Whether the select has another order than the list. */
const isOther = (order: HTMLSelectElement): boolean => order.selectedOptions[0]?.defaultSelected === false;

/** Shows the chosen list in place. If that fails, a new order loads as a page, and filters keep their button. */
async function choose(form: HTMLFormElement): Promise<void> {
  const own = ++turn;
  const chosen = new URLSearchParams({ fragment: '1' });
  for (const [name, value] of new FormData(form)) chosen.append(name, `${value}`);
  try {
    const page = await fetchPage(form.action, { body: chosen });
    if (own === turn) showList(page);
  } catch {
    if (own === turn && form.id !== 'fl') form.submit();
  }
}

/** Applies order and filters at once. Arrow keys, and filters in a sheet, wait for Enter or a button (WCAG 3.2.2). */
export function watchListChoice(): void {
  const keys = selectKeys(({ form }) => form && void choose(form), isOther);
  const orderOf = ({ target }: Event): HTMLSelectElement | null =>
    target instanceof HTMLSelectElement && target.name === 'sort' ? target : null;
  addEventListener('keydown', (event) => {
    const order = orderOf(event);
    if (order) keys.onKeyDown(event, order);
  });
  addEventListener('focusout', (event) => {
    const order = orderOf(event);
    if (order) keys.onLeave(order);
  });
  addEventListener('change', (event) => {
    const order = orderOf(event);
    if (order) keys.onChange(order);
    else if (event.target instanceof HTMLInputElement && event.target.form?.id === 'fl' && beside.matches)
      void choose(event.target.form);
  });
  // The visitor may have changed the order before this script ran.
  const order = document.querySelector<HTMLSelectElement>('select[name=sort]');
  if (!order?.form) return;
  const isTicked = [...document.querySelectorAll<HTMLInputElement>('#fl input')].some(
    (field) => field.checked !== field.defaultChecked,
  );
  if ((isTicked && beside.matches) || (isOther(order) && order !== document.activeElement)) void choose(order.form);
}
