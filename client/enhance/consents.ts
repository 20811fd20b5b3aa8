import { cookie } from '../page.js';

/** The dialog is the same for everybody; what this visitor has said comes from their cookie (D27, D33). */
export function markConsent(dialog: HTMLDialogElement): void {
  const accepted = decodeURIComponent(cookie('consentHosts') ?? '').split('_');
  for (const radio of dialog.querySelectorAll<HTMLInputElement>('[type=radio]')) {
    const isAccepted = accepted.includes(radio.name.slice('state.'.length));
    radio.checked = radio.value === (isAccepted ? 'a' : 'd');
  }
  const returnTo = dialog.querySelector<HTMLInputElement>('[name=returnTo]');
  if (returnTo) returnTo.value = location.pathname + location.search;
}
