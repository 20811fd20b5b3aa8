/** Milliseconds until the bar appears, of its whole movement, and from the end until it is hidden (specification 9). */
const delayMs = 200;
const durationMs = 5000;
const hideDelayMs = 500;

const bar = document.createElement('div');
bar.className = 'loading-bar';
bar.hidden = true;
// Only for sighted visitors: browsers announce a new page, and widgets announce what they load.
bar.ariaHidden = 'true';

let outstanding = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function show(): void {
  bar.hidden = false;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!isStill) bar.animate([{ transform: 'scaleX(0)' }, { transform: 'none' }], durationMs);
}

function start(): void {
  outstanding++;
  if (outstanding > 1) return;
  clearTimeout(timer);
  if (bar.hidden) timer = setTimeout(show, delayMs);
}

function finish(): void {
  if (outstanding === 0 || --outstanding > 0) return;
  clearTimeout(timer);
  if (bar.hidden) return;
  for (const animation of bar.getAnimations()) animation.finish();
  timer = setTimeout(() => {
    bar.hidden = true;
  }, hideDelayMs);
}

/** Whether a click opens another page of this shop in the same window. */
export function leaves(event: MouseEvent): boolean {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || event.defaultPrevented || event.button > 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return false;
  return !link.hash || link.href.split('#')[0] !== location.href.split('#')[0];
}

/**
 * Shows the loading bar while a page of this shop loads, and during work that a `loading` event announces
 * (specification 4, D36).
 */
export function showLoading(): void {
  document.body.append(bar);
  addEventListener('click', (event) => leaves(event) && start());
  addEventListener('submit', (event) => event.defaultPrevented || start());
  addEventListener('loading', (event) => {
    start();
    (event as CustomEvent<Promise<unknown>>).detail.then(finish, finish);
  });
  // A page from the back/forward cache has arrived, so no navigation is pending.
  addEventListener('pageshow', () => {
    outstanding = Math.min(outstanding, 1);
    finish();
  });
}
