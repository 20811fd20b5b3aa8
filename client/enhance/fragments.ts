import { announceVehicle } from '../../views/kept-vehicle.js';
import { styled } from './deferred-style.js';
import { fetchPage } from './fetch-page.js';

/**
 * Loads the full section of the linked page into this one and puts its address into the address bar. If that fails, the
 * browser follows the link.
 */
export async function show(link: HTMLAnchorElement): Promise<void> {
  if (link.hasAttribute('aria-busy')) return;
  const id = link.dataset.fragment ?? '';
  const here = document.getElementById(id);
  // The section is already on the page.
  if (!here?.querySelector('[data-fragment]')) return location.assign(link.hash);
  link.setAttribute('aria-busy', 'true');
  try {
    const address = link.href.replace(link.hash, '');
    const [page] = await Promise.all([fetchPage(`${address}&fragment=1`), styled]);
    const fragment = page.getElementById(id);
    if (!fragment) throw new Error(`no part ${id}`);
    const shown = document.importNode(fragment, true);
    const isInPlace = here.contains(link);
    here.replaceWith(shown);
    // A new section needs the verdicts for the kept vehicle, too.
    if (shown.querySelector('[data-fits]')) announceVehicle();
    history.replaceState(history.state, '', address);
    link.removeAttribute('aria-busy');
    if (isInPlace) {
      // Moves the focus to the section, for screen readers and keyboards, without scrolling.
      shown.tabIndex = -1;
      shown.focus({ preventScroll: true });
    } else location.replace(link.hash);
  } catch {
    link.removeAttribute('aria-busy');
    if (navigator.onLine) location.assign(link.href);
  }
}
