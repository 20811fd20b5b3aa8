import { keptVehicle } from '../../views/kept-vehicle.js';
import { markCountry } from './countries.js';
import { styled } from './deferred-style.js';
import { fetchFragment } from './fetch-page.js';
import { watchMenu } from './menu.js';
import { cookie, pageModel } from './page.js';

/** Dialogs by the address of their content: each is fetched once. */
const dialogs = new Map<string, HTMLDialogElement>();

/** A question to the address that says which vehicle the device remembers; it narrows what is offered. */
function withVehicle(address: string): string {
  const modelId = pageModel() ?? keptVehicle()?.modelId;
  return modelId ? `${address}?modelId=${encodeURIComponent(modelId)}` : address;
}

/** The dialog is the same for everybody; the visitor's choice comes from their cookie (D27, D33). */
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
  // A press beside it closes it, as Escape does; the focus returns to where it was.
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  // A page that comes back from the browser's memory is as if it were new: nothing lies over it.
  addEventListener('pageshow', ({ persisted }) => persisted && dialog.close());
  if (kind === 'menu') watchMenu(dialog, address);
  else if (kind === 'consent') markConsent(dialog);
  else markCountry(dialog);
  document.body.append(dialog);
  return dialog;
}

/** Opens the dialog of a form of the header; where its content cannot be had, the form leads to the same as a page. */
export async function open(form: HTMLFormElement): Promise<void> {
  const { opens = '', kind } = form.dataset;
  const address = kind === 'menu' ? withVehicle(opens) : opens;
  try {
    const dialog = dialogs.get(address) ?? (await make(address, kind));
    dialogs.set(address, dialog);
    if (!dialog.open) dialog.showModal();
    dialog.querySelector<HTMLElement>('[aria-current]')?.focus();
  } catch {
    if (navigator.onLine) form.submit();
  }
}
