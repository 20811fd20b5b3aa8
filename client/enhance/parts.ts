import { fetchPage } from './fetch-page.js';
import { styled } from './later-style.js';

/**
 * Puts the part that a link leads to in the place of the one that the page has, from the page with all of it; the
 * address then names that page, so that it is there again after a reload. Without script, and where the part cannot be
 * had, the link leads to that page.
 */
export async function show(link: HTMLAnchorElement): Promise<void> {
  if (link.hasAttribute('aria-busy')) return;
  const id = link.dataset.part ?? '';
  const here = document.getElementById(id);
  // It is there already.
  if (!here?.querySelector('[data-part]')) return location.assign(link.hash);
  link.setAttribute('aria-busy', 'true');
  try {
    const address = link.href.replace(link.hash, '');
    const [page] = await Promise.all([fetchPage(`${address}&part=1`), styled]);
    const part = page.getElementById(id);
    if (!part) throw new Error(`no part ${id}`);
    const shown = document.importNode(part, true);
    const isInPlace = here.contains(link);
    here.replaceWith(shown);
    history.replaceState(history.state, '', address);
    link.removeAttribute('aria-busy');
    if (isInPlace) {
      // Whoever reads by ear or by keys goes on where the link was, and nothing moves under who reads by eye.
      shown.tabIndex = -1;
      shown.focus({ preventScroll: true });
    } else location.replace(link.hash);
  } catch {
    link.removeAttribute('aria-busy');
    if (navigator.onLine) location.assign(link.href);
  }
}
