import { all, page, told } from './page.js';

/** Milliseconds that the good news stays on the screen. */
const goodNews = 4000;

const message = document.createElement('p');
message.className = 'offline-note';
let timer: ReturnType<typeof setTimeout> | undefined;

/** The words of both news, which the browser has fetched with this script: when they are needed nothing can be. */
const words = fetch(page.src?.match(/\S+\/connection\S+/)?.[0] ?? '')
  .then((response) => response.json() as Promise<Record<'offline' | 'online', string>>)
  .catch(() => null);

function say(text: string): void {
  for (const region of all('data-status')) message.textContent = region.textContent = text;
  document.querySelector('.site-header')?.append(message);
}

async function show(): Promise<void> {
  const known = await words;
  const wasOffline = page.offline !== undefined;
  if (!known || wasOffline !== navigator.onLine) return;
  clearTimeout(timer);
  if (navigator.onLine) {
    delete page.offline;
    say(known.online);
    timer = setTimeout(() => message.remove(), goodNews);
  } else {
    page.offline = '';
    say(known.offline);
  }
}

/** Says when the connection is lost and when it is back: to screen readers, and in a line at the foot. */
export function watchConnection(): void {
  void show();
  // A page kept in the back/forward cache has missed what happened meanwhile.
  for (const type of ['online', 'offline', 'pageshow']) addEventListener(type, show);
}

/**
 * Says that the prices of this page could not be looked at, in a line at the foot of the window and once to a screen
 * reader. The words come with the response, so that the page itself is the same on any day. Called when the style of
 * such lines is there, so that nothing moves.
 */
export function tellOldness(): void {
  const words = told('old');
  if (!words) return;
  const line = document.createElement('p');
  line.className = 'offline-note old-note';
  line.textContent = decodeURIComponent(words);
  for (const region of all('data-status')) region.textContent = line.textContent;
  page.old = '';
  document.querySelector('.site-header')?.append(line);
}
