import { keptVehicle } from '../../views/kept-vehicle.js';
import { markCountry } from './countries.js';
import { styled } from './deferred-style.js';
import { fetchFragment } from './fetch-page.js';
import { watchMenu } from './menu.js';
import { cookie, pageModel } from './page.js';

/** Dialogs by the address of their content, which is fetched once. */
const dialogs = new Map<string, Promise<HTMLDialogElement>>();

/** Adds the vehicle of the page or the kept one to an address, so that the offered choices match it. */
function withVehicle(address: string): string {
  const modelId = pageModel() ?? keptVehicle()?.modelId;
  return modelId ? `${address}?modelId=${encodeURIComponent(modelId)}` : address;
}

/** All visitors receive the same dialog. Their own choice comes from their cookie (D27, D33). */
function markConsent(dialog: HTMLDialogElement): void {
  const accepted = decodeURIComponent(cookie('consentHosts') ?? '').split('_');
  for (const radio of dialog.querySelectorAll<HTMLInputElement>('[type=radio]')) {
    const isAccepted = accepted.includes(radio.name.slice('state.'.length));
    radio.checked = radio.value === (isAccepted ? 'a' : 'd');
  }
  const returnTo = dialog.querySelector<HTMLInputElement>('[name=returnTo]');
  if (returnTo) returnTo.value = location.pathname + location.search;
}

async function make(address: string, kind: string | undefined): Promise<HTMLDialogElement> {
  const dialog = document.createElement('dialog');
  dialog.className = kind === 'menu' ? 'dialog dialog-menu' : 'dialog';
  dialog.append(...(await fetchFragment(address)));
  await styled;
  const title = dialog.querySelector('h2') as HTMLElement;
  title.id = `dialog-${kind}`;
  dialog.setAttribute('aria-labelledby', title.id);
  // A press beside the dialog closes it, as Escape does. The browser returns the focus.
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  // A page from the back/forward cache opens without a dialog, like a new page.
  addEventListener('pageshow', ({ persisted }) => persisted && dialog.close());
  if (kind === 'menu') watchMenu(dialog, address);
  else if (kind === 'consent') markConsent(dialog);
  else markCountry(dialog);
  document.body.append(dialog);
  return dialog;
}

/** Opens the dialog of a form in the header. If its content fails to load, the form opens the content as a page. */
export async function open(form: HTMLFormElement): Promise<void> {
  const { opens = '', kind } = form.dataset;
  const address = kind === 'menu' ? withVehicle(opens) : opens;
  try {
    const made = dialogs.get(address) ?? make(address, kind);
    dialogs.set(address, made);
    const dialog = await made;
    if (!dialog.open) dialog.showModal();
    dialog.querySelector<HTMLElement>('[aria-current]')?.focus();
  } catch {
    dialogs.delete(address);
    if (navigator.onLine) form.submit();
  }
}
