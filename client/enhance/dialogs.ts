import { loading } from '../../views/loading.js';
import { page } from '../page.js';
import { markConsent } from './consents.js';
import { markCountry } from './countries.js';
import { styled } from './later-style.js';
import { watchMenu } from './menu.js';

/** Dialogs by the address of their content: each is fetched once. */
const dialogs = new Map<string, HTMLDialogElement>();

/**
 * HTML of our own from the server. `XMLHttpRequest` gives it as a document, so that no string has to become markup,
 * which Trusted Types forbid (D64). That of another build has other classes (P81): what the browser has kept is asked for
 * anew, and where the server is of that build, a page of its own shows it.
 */
export function fetchPage(address: string, isKept = true): Promise<Document> {
  return loading(
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('GET', address);
      request.responseType = 'document';
      if (!isKept) request.setRequestHeader('cache-control', 'no-cache');
      request.onload = () => {
        const { status, response } = request;
        if (status !== 200 || !response) reject(new Error(`status ${status}`));
        else if (response.body.dataset.build === page.build) resolve(response);
        else if (isKept) resolve(fetchPage(address, false));
        else reject(new Error('another build'));
      };
      request.onerror = () => reject(new Error('no answer'));
      request.send();
    }),
  );
}

/** The elements of a fragment. */
export async function fetchFragment(address: string): Promise<Element[]> {
  const { body } = await fetchPage(address);
  return [...body.children].map((part) => document.importNode(part, true));
}

/** A question to the address that says which vehicle the device remembers; it narrows what is offered. */
function withVehicle(address: string): string {
  try {
    const { modelId } = JSON.parse(page.vehicle ?? localStorage.vehicle);
    return `${address}?modelId=${encodeURIComponent(modelId)}`;
  } catch {
    return address;
  }
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
