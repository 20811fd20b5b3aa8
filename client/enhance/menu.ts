import { fetchFragment } from './fetch-page.js';

const isOpen = (button: Element): boolean => button.getAttribute('aria-expanded') === 'true';
/** Items that the keyboard can reach now. A folded item has no boxes. */
const reachable = (dialog: HTMLElement): HTMLElement[] =>
  [...dialog.querySelectorAll<HTMLElement>('.menu-tree :is(a, button, summary)')].filter(
    (step) => step.getClientRects().length > 0,
  );

function setOpen(button: HTMLElement, open: boolean): void {
  button.setAttribute('aria-expanded', String(open));
  const panel = button.nextElementSibling as HTMLElement | null;
  if (panel) panel.hidden = !open;
}

/** Opens or closes an item of the first level. At most one is open at a time (specification 4). */
async function toggle(dialog: HTMLDialogElement, button: HTMLButtonElement, address: string): Promise<void> {
  const opening = !isOpen(button);
  for (const other of dialog.querySelectorAll<HTMLElement>('[aria-expanded=true]')) setOpen(other, false);
  if (!opening) return;
  setOpen(button, true);
  if (button.nextElementSibling) return;
  button.setAttribute('aria-busy', 'true');
  try {
    const [panel] = await fetchFragment(`${address}${address.includes('?') ? '&' : '?'}open=${button.value}`);
    if (panel && !button.nextElementSibling) button.after(panel);
    setOpen(button, isOpen(button));
  } catch {
    setOpen(button, false);
    if (navigator.onLine) button.form?.submit();
  } finally {
    button.removeAttribute('aria-busy');
  }
}

/** Up and down move through the items. Right opens one, left returns to its parent and closes it. */
function onKey(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  const here = (event.target as Element).closest<HTMLElement>('.menu-tree :is(a, button, summary)');
  if (!here) return;
  const steps = reachable(dialog);
  const at = steps.indexOf(here);
  const list = here.closest('details');
  const isList = here.tagName === 'SUMMARY';
  const opened = isList ? list?.open : isOpen(here);
  const targets: Readonly<Record<string, HTMLElement | undefined>> = {
    ArrowDown: steps[at + 1] ?? steps[0],
    ArrowUp: steps.at(at - 1),
    Home: steps[0],
    End: steps.at(-1),
  };
  if (event.key in targets) targets[event.key]?.focus();
  else if (event.key === 'ArrowRight' && (isList || here.hasAttribute('aria-expanded'))) {
    if (opened) steps[at + 1]?.focus();
    else here.click();
  } else if (event.key === 'ArrowLeft') {
    const above =
      list && !isList ? list.querySelector('summary') : here.closest('.menu-level-2')?.previousElementSibling;
    if (opened) here.click();
    else (above as HTMLElement | null)?.focus();
  } else return;
  event.preventDefault();
}

/** Lets the navigation in a dialog unfold in place. Without script each step is a page (specification 1). */
export function watchMenu(dialog: HTMLDialogElement, address: string): void {
  dialog.addEventListener('submit', (event) => {
    const button = event.submitter as HTMLButtonElement | null;
    if (!button?.hasAttribute('aria-expanded')) return;
    event.preventDefault();
    void toggle(dialog, button, address);
  });
  dialog.addEventListener('keydown', (event) => onKey(dialog, event));
  // Browsers without `<details name>` leave the other items open.
  dialog.addEventListener(
    'toggle',
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open) return;
      for (const other of dialog.querySelectorAll<HTMLDetailsElement>('details[open]'))
        if (other !== target) other.open = false;
    },
    true,
  );
}
