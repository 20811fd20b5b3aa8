import { page } from '../page.js';

const year = 31_536_000;

/**
 * Marks the country that prices on the page are for. Another one is kept in the strict cookie and the page is loaded
 * again; the same one only closes the dialog (specification 4, D44).
 */
export function markCountry(dialog: HTMLDialogElement): void {
  dialog.querySelector(`[value="${page.country}"]`)?.setAttribute('aria-current', 'true');
  dialog.addEventListener('submit', (event) => {
    const { name, value } = (event.submitter ?? {}) as HTMLButtonElement;
    if (name !== 'country') return;
    event.preventDefault();
    dialog.close();
    if (value === page.country) return;
    const secure = location.protocol === 'https:' ? ';secure' : '';
    document.cookie = `country=${value};path=/;max-age=${year};samesite=strict${secure}`;
    location.reload();
  });
}
