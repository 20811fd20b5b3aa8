/** Milliseconds until the bar shows, of its whole way, and from the end until it is gone (specification 9). */
const delay = 200;
const duration = 5000;
const hideDelay = 500;

const bar = document.createElement('div');
bar.className = 'loading-bar';
bar.hidden = true;
// The browser announces a new page, and widgets name what they load; the bar is for the eye only.
bar.ariaHidden = 'true';

let outstanding = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function show(): void {
  bar.hidden = false;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!isStill) bar.animate([{ transform: 'scaleX(0)' }, { transform: 'none' }], duration);
}

function start(): void {
  outstanding++;
  if (outstanding > 1) return;
  clearTimeout(timer);
  if (bar.hidden) timer = setTimeout(show, delay);
}

function finish(): void {
  if (outstanding === 0 || --outstanding > 0) return;
  clearTimeout(timer);
  if (bar.hidden) return;
  for (const animation of bar.getAnimations()) animation.finish();
  timer = setTimeout(() => {
    bar.hidden = true;
  }, hideDelay);
}

/** Whether a click leaves for another page of ours in this window. */
function leaves(event: MouseEvent): boolean {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || event.defaultPrevented || event.button > 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return false;
  return !link.hash || link.href.split('#')[0] !== location.href.split('#')[0];
}

/** The loading bar (specification 4, D36): for pages of ours under way, and for work of the `loading` event. */
export function showLoading(): void {
  document.body.append(bar);
  addEventListener('click', (event) => leaves(event) && start());
  addEventListener('submit', (event) => event.defaultPrevented || start());
  addEventListener('loading', (event) => {
    start();
    (event as CustomEvent<Promise<unknown>>).detail.then(finish, finish);
  });
  // A page restored from the back/forward cache is where the visitor wanted to be.
  addEventListener('pageshow', () => {
    outstanding = Math.min(outstanding, 1);
    finish();
  });
}
