import { all, page } from '../page.js';

/** Milliseconds that the good news stays on the screen. */
const goodNews = 4000;

const message = document.createElement('p');
message.className = 'offline-note';
let timer: ReturnType<typeof setTimeout> | undefined;

function say(news: 'offline' | 'online'): void {
  for (const region of all('data-status')) {
    message.textContent = region.textContent = region.dataset[news] ?? '';
  }
  document.querySelector('.site-header')?.append(message);
}

function show(): void {
  const wasOffline = page.offline !== undefined;
  if (wasOffline !== navigator.onLine) return;
  clearTimeout(timer);
  if (navigator.onLine) {
    delete page.offline;
    say('online');
    timer = setTimeout(() => message.remove(), goodNews);
  } else {
    page.offline = '';
    say('offline');
  }
}

/**
 * Says when the connection is lost and when it is back (specification 1): once to a screen reader, and in a line at
 * the foot of the window as long as it lasts. The page itself stays as it is.
 */
export function watchConnection(): void {
  show();
  // A page kept in the back/forward cache has missed what happened meanwhile.
  for (const type of ['online', 'offline', 'pageshow']) addEventListener(type, show);
}
