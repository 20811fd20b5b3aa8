import { fetchPage } from './fetch-page.js';
import { all, cookie } from './page.js';

/** The form that was used last. */
let form: Element | null = null;

/** Tries to set a cookie: `navigator.cookieEnabled` is true even where a setting of Chromium blocks cookies. */
function keepsCookies(): boolean {
  document.cookie = 'kept=1;path=/';
  const isKept = cookie('kept') !== undefined;
  document.cookie = 'kept=;path=/;max-age=0';
  return isKept;
}

/** Shows beside the form why the cart needs cookies, in the words of the cart page. */
async function warn(styled: Promise<unknown>): Promise<void> {
  // The visitor may have used a form before this script ran.
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

/**
 * Explains failed adds if the browser blocks cookies. The loader is too small for that: it only announces the failure
 * in the live region.
 */
export function watchBlockedAdds(styled: Promise<unknown>): void {
  addEventListener('submit', ({ target }) => {
    form = target as Element;
  });
  for (const region of all('data-status')) {
    const read = (): void => {
      // If the cart page fails as well, the announcement is all that the visitor gets.
      if (region.textContent === region.dataset.failed && !keepsCookies()) warn(styled).catch(() => {});
    };
    new MutationObserver(read).observe(region, { childList: true });
    read();
  }
}
