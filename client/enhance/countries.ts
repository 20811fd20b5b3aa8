import { all, cookie, navigation, page } from './page.js';

const yearSeconds = 31_536_000;

/**
 * Reloads once to send the country cookie, which browsers withhold when a visitor comes from another site (D44). The
 * navigation type shows whether that was tried. If the shop rejects the country even then, the cookie is deleted, so
 * that the next page is not loaded twice.
 */
export function correctCountry(): void {
  if ((cookie('country') || page.country) === page.country) return;
  if (navigation?.type !== 'reload') location.reload();
  else document.cookie = 'country=;path=/;max-age=0';
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Filters the countries by the beginnings of their words. Enter takes the first one. */
function findByTyping(dialog: HTMLDialogElement): void {
  const field = dialog.querySelector<HTMLInputElement>('[data-find-country]');
  const none = dialog.querySelector<HTMLElement>('[data-no-country]');
  if (!field || !none) return;
  field.hidden = false;
  const entries = [...dialog.querySelectorAll('li')].map((item) => ({ item, name: ` ${plain(item.textContent)}` }));
  field.addEventListener('input', () => {
    const sought = ` ${plain(field.value.trim())}`;
    for (const { item, name } of entries) item.hidden = !name.includes(sought);
    none.hidden = entries.some(({ item }) => !item.hidden);
  });
  dialog.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (target === field && key === 'Enter') {
      event.preventDefault();
      if (field.value.trim()) dialog.querySelector<HTMLElement>('li:not([hidden]) button')?.click();
    } else if (target !== field && /^\p{L}$/u.test(key) && !(ctrlKey || metaKey || altKey)) field.focus();
  });
}

/**
 * Marks the country whose prices the page shows. Another choice sets the strict cookie and reloads the page
 * (specification 4, D44). The same choice closes the dialog, which explains a refused cookie.
 */
export function markCountry(dialog: HTMLDialogElement): void {
  dialog.querySelector(`[value="${page.country}"]`)?.setAttribute('aria-current', 'true');
  findByTyping(dialog);
  dialog.addEventListener('submit', (event) => {
    const { name, value } = (event.submitter ?? {}) as HTMLButtonElement;
    if (name !== 'country') return;
    event.preventDefault();
    if (value === page.country) return dialog.close();
    const secure = location.protocol === 'https:' ? ';secure' : '';
    document.cookie = `country=${value};path=/;max-age=${yearSeconds};samesite=strict${secure}`;
    const isKept = cookie('country') === value;
    for (const element of all('data-blocked-choice')) element.hidden = isKept;
    if (!isKept) return dialog.scrollTo(0, 0);
    dialog.close();
    location.reload();
  });
}
