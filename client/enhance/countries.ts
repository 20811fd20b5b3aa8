import { all, cookie, page } from '../page.js';

const year = 31_536_000;

/**
 * Marks the country that prices on the page are for. Another one is kept in the strict cookie and the page is loaded
 * again; the same one only closes the dialog (specification 4, D44), and one that the browser does not keep says so in it.
 */
export function markCountry(dialog: HTMLDialogElement): void {
  dialog.querySelector(`[value="${page.country}"]`)?.setAttribute('aria-current', 'true');
  dialog.addEventListener('submit', (event) => {
    const { name, value } = (event.submitter ?? {}) as HTMLButtonElement;
    if (name !== 'country') return;
    event.preventDefault();
    if (value === page.country) return dialog.close();
    const secure = location.protocol === 'https:' ? ';secure' : '';
    document.cookie = `country=${value};path=/;max-age=${year};samesite=strict${secure}`;
    const isKept = cookie('country') === value;
    for (const element of all('data-blocked-choice')) element.hidden = isKept;
    if (!isKept) return dialog.scrollTo(0, 0);
    dialog.close();
    location.reload();
  });
}
