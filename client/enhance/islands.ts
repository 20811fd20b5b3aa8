import { all, page } from '../page.js';

/**
 * Files that an element names: an island its own chunks, itself last; the page the script and the style sheet of what it
 * does beyond its first touch, the hydrator, and what all islands share.
 */
const files = ({ src = '' }: DOMStringMap): string[] => src.split(' ');

/**
 * Islands: `fetch` brings the code of a widget into the HTTP cache without running it; it is evaluated only when a
 * hand or the focus is on the widget (D65). A click before that is an ordinary form post or link. One file is asked for
 * at a time: on a slow phone all together would hold the thread for longer than a tap may wait.
 */
async function bringAhead(): Promise<void> {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const places = [...all('data-src')].filter(({ dataset }) => !dataset.when);
  for (const file of new Set(places.flatMap(({ dataset }) => files(dataset)))) {
    await new Promise<void>((window.requestIdleCallback ?? setTimeout) as (then: () => void) => void);
    fetch(file, { priority: 'low' })
      .then((answer) => answer.text())
      .catch(() => {});
  }
}

/** A new build may have replaced the file; a fresh page names the right one. Once per build, then the form serves (D66). */
function reloadOnce(place: HTMLElement): void {
  place.dataset.state = 'failed';
  if (sessionStorage.failed !== page.build) {
    sessionStorage.failed = page.build;
    location.reload();
  }
}

/** What the page does beyond its first touch (`client/later.ts`); evaluated once, however often it is asked for. */
const later = (): Promise<typeof import('../later.js')> => import(files(page)[0] as string);

/** The same, where nobody waits for it. */
export const bringLater = (): Promise<unknown> => later().catch(() => {});

/** A form that opens a dialog; where script does not get that far, it leads to a page. */
export function openOnSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (!form.dataset.opens) return;
  event.preventDefault();
  later()
    .then((more) => more.open(form))
    .catch(() => form.submit());
}

/** A link to the rest of a section, which script brings into the page. */
export function showOnClick(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('[data-part]');
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  later()
    .then((more) => more.show(link))
    .catch(() => location.assign(link.href));
}

/** Brings a widget to life. What all share is asked for with it at once: found one by one each would take a round. */
async function start(place: HTMLElement): Promise<void> {
  place.dataset.state = 'loading';
  try {
    const names = [...files(page).slice(2), ...files(place.dataset)].filter((file) => /js$/.test(file));
    const modules = await Promise.all(names.map((file) => import(file)));
    modules[0].hydrate(place, modules.at(-1));
  } catch {
    reloadOnce(place);
  }
  void bringLater();
}

/** What a hand is on comes first: a widget, or a form that adds. All else that the page does follows, and they see to it. */
function onFirstUse({ target }: Event): void {
  // The window itself, which goes offline, is in none.
  const place = (target as Partial<Element>).closest?.<HTMLElement>('is-land,[data-add]');
  if (!place) void bringLater();
  else if (place.dataset.state === 'waiting') void start(place);
}

/** Starts listening; brings the code of the page's islands once the page has loaded and rests. */
export function watchIslands(): void {
  for (const type of ['pointerdown', 'focusin', 'keydown', 'offline']) {
    addEventListener(type, onFirstUse, true);
  }
  addEventListener('load', bringAhead);
}
