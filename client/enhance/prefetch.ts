/** Milliseconds that a pointer rests on a link before its page is fetched. */
const rest = 65;

const fetched = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Address of a page that a link leads to and that nothing speaks against fetching: no cart, no search, no login. */
function pageOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('main a[href^="/"]');
  if (!link || link.matches('[download],[rel~=nofollow],[hreflang],[target]')) return undefined;
  const cart = document.querySelector<HTMLAnchorElement>('[data-cart-link]')?.pathname;
  const isOwn =
    link.pathname === cart || /^\/(?:[\w-]+\/)?(?:api|search|bot|Einloggen|Mein-Partavo)\b/.test(link.pathname);
  return isOwn || link.pathname === location.pathname ? undefined : link.pathname + link.search;
}

/**
 * Fetches the page of a link that a pointer rests on or a finger touches, where the browser knows no speculation rules
 * (Safari, Firefox): what has come by the time of the click needs no more than 304. Never with Save-Data.
 */
export function prefetchOnIntent(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (HTMLScriptElement.supports?.('speculationrules') || connection?.saveData) return;
  const bring = (address: string | undefined): void => {
    if (!address || fetched.has(address)) return;
    fetched.add(address);
    fetch(address, { priority: 'low' }).catch(() => fetched.delete(address));
  };
  addEventListener('mouseover', ({ target }) => {
    clearTimeout(timer);
    const address = pageOf(target);
    if (address) timer = setTimeout(bring, rest, address);
  });
  addEventListener('pointerdown', ({ target }) => bring(pageOf(target)));
}
