/** Milliseconds that a pointer rests on a link before its page is fetched. */
const restMs = 65;

const fetched = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** The part of the shop's speculation rules that this module reads. */
interface Rules {
  prefetch: [{ where: { selector_matches: string } }];
}

/** Returns the selector of links that may be prefetched; null if the rules are unavailable. */
async function linksAhead(): Promise<string | null> {
  try {
    const { prefetch }: Rules = await (await fetch('/prefetch.json')).json();
    return prefetch[0].where.selector_matches;
  } catch {
    return null;
  }
}

/**
 * Fetches the page of a link under a resting pointer or a finger, in browsers without speculation rules (Safari,
 * Firefox). The click then needs a 304 at most. The speculation rules decide which links. Does nothing with Save-Data.
 */
export function prefetchOnIntent(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (HTMLScriptElement.supports?.('speculationrules') || connection?.saveData) return;
  const rules = linksAhead();
  const bring = async (target: EventTarget | null): Promise<void> => {
    const links = await rules;
    const link = links && target instanceof Element && target.closest<HTMLAnchorElement>(`a:is(${links})`);
    if (!link || link.pathname === location.pathname) return;
    const address = link.pathname + link.search;
    if (fetched.has(address)) return;
    fetched.add(address);
    fetch(address, { priority: 'low' }).catch(() => fetched.delete(address));
  };
  addEventListener('mouseover', ({ target }) => {
    clearTimeout(timer);
    timer = setTimeout(bring, restMs, target);
  });
  addEventListener('pointerdown', ({ target }) => void bring(target));
}
