import { fetchPage } from './fetch-page.js';
import { all, cookie } from './page.js';

/** The form that was used last. */
let form: Element | null = null;

/** Asked by trying: `navigator.cookieEnabled` says yes also where Chromium's own setting refuses them. */
function keepsCookies(): boolean {
  document.cookie = 'kept=1;path=/';
  const isKept = cookie('kept') !== undefined;
  document.cookie = 'kept=;path=/;max-age=0';
  return isKept;
}

/** Says beside the form why the cart needs cookies, in the words of the cart's own page. */
async function tell(styled: Promise<unknown>): Promise<void> {
  // The first form may have been used before this script was there.
  const used = form ?? document.activeElement?.closest('[data-add]') ?? document.querySelector('[data-add]');
  const [cart] = all<HTMLAnchorElement>('data-cart-link');
  const [page] = await Promise.all([fetchPage(`${cart?.href}?new=1`), styled]);
  const template = page.querySelector('[data-blocked]');
  if (!used || !template) return;
  for (const shown of all('data-blocked')) shown.remove();
  const shown = document.importNode(template, true);
  shown.className = 'blocked-note';
  used.after(shown);
}

/** The loader, which has no byte to spare for it, only says in the live region that an add has failed. */
export function watchBlockedAdds(styled: Promise<unknown>): void {
  addEventListener('submit', ({ target }) => {
    form = target as Element;
  });
  for (const region of all('data-status')) {
    const read = (): void => {
      // If the cart page fails as well, the announcement must do.
      if (region.textContent === region.dataset.failed && !keepsCookies()) tell(styled).catch(() => {});
    };
    new MutationObserver(read).observe(region, { childList: true });
    read();
  }
}
