import { leaves } from './loading-bar.js';
import { all, page, serverTiming } from './page.js';
import { sentences } from './sentences.js';

/** Milliseconds that the message about a restored connection stays. */
const goodNews = 4000;

const message = document.createElement('p');
message.className = 'offline-note';
let timer: ReturnType<typeof setTimeout> | undefined;

function say(text: string): void {
  for (const region of all('data-status')) message.textContent = region.textContent = text;
  document.querySelector('.site-header')?.append(message);
}

async function show(): Promise<void> {
  const known = await sentences;
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

/** Keeps the page, which the browser would replace by an error, and repeats why. */
async function hold(event: Event): Promise<void> {
  if (page.offline === undefined || event.defaultPrevented) return;
  event.preventDefault();
  const known = await sentences;
  if (known) say(known.offline);
}

/**
 * Reports a lost and a restored connection: to screen readers, and in a line at the foot. Without a connection, links
 * and forms do not leave the page.
 */
export function watchConnection(): void {
  void show();
  addEventListener('click', (event) => leaves(event) && void hold(event));
  addEventListener('submit', hold);
  // A page in the back/forward cache receives no events.
  for (const type of ['online', 'offline', 'pageshow']) addEventListener(type, show);
}

/**
 * Reports that the prices of this page could not be checked: in a line at the foot, and once to screen readers. The
 * words come with the response, so that the page's HTML is the same every day. Runs after the style of the line has
 * loaded, so that nothing moves.
 */
export function announceOldPrices(): void {
  const words = serverTiming('old');
  if (!words) return;
  const line = document.createElement('p');
  line.className = 'offline-note old-note';
  line.textContent = decodeURIComponent(words);
  for (const region of all('data-status')) region.textContent = line.textContent;
  page.old = '';
  document.querySelector('.site-header')?.append(line);
}
