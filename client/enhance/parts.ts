import { fetchPage } from './dialogs.js';
import { styled } from './later-style.js';

/**
 * Puts the part that a link leads to in the place of the one that the page has, from the page with all of it; the
 * address then names that page, so that it is there again after a reload. Without script, and where the part cannot be
 * had, the link leads to that page.
 */
export async function show(link: HTMLAnchorElement): Promise<void> {
  if (link.hasAttribute('aria-busy')) return;
  const id = link.dataset.part ?? '';
  link.setAttribute('aria-busy', 'true');
  try {
    const [page] = await Promise.all([fetchPage(link.href), styled]);
    const part = page.getElementById(id);
    const here = document.getElementById(id);
    if (!part || !here) throw new Error(`no part ${id}`);
    const shown = document.importNode(part, true);
    const isInPlace = here.contains(link);
    here.replaceWith(shown);
    const { hash, href } = link;
    history.replaceState(history.state, '', href.slice(0, href.length - hash.length));
    link.removeAttribute('aria-busy');
    if (isInPlace) {
      // Whoever reads by ear or by keys goes on where the link was, and nothing moves under who reads by eye.
      shown.tabIndex = -1;
      shown.focus({ preventScroll: true });
    } else location.replace(hash);
  } catch {
    link.removeAttribute('aria-busy');
    if (navigator.onLine) location.assign(link.href);
  }
}
