import { all, page } from './page.js';

/**
 * Files named by an element. An island names its own chunks, its texts where they are the same in the whole edition,
 * itself last. The page names the deferred script, its style sheet and its texts, the hydrator, and the chunks that all
 * islands share.
 */
const files = ({ src = '' }: DOMStringMap): string[] => src.split(' ');

/**
 * Islands: `fetch` brings the code of a widget into the HTTP cache without running it; it is evaluated only when a
 * hand or the focus is on the widget (D65). A click before that is an ordinary form post or link. One file is asked for
 * at a time: on a slow phone all together would hold the thread for longer than a tap may wait.
 */
async function preload(): Promise<void> {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const elements = [...all('data-src')].filter(({ dataset }) => !dataset.when);
  for (const file of new Set(elements.flatMap(({ dataset }) => files(dataset)))) {
    await new Promise<void>((window.requestIdleCallback ?? setTimeout) as (then: () => void) => void);
    fetch(file, { priority: 'low' })
      .then((response) => response.text())
      .catch(() => {});
  }
}

/** A new build may have replaced the file: loads a fresh page once for each build; then the form serves (D66). */
function reloadOnce(element: HTMLElement): void {
  element.dataset.state = 'failed';
  if (sessionStorage.failed !== page.build) {
    sessionStorage.failed = page.build;
    location.reload();
  }
}

type Deferred = Pick<typeof import('./dialogs.js'), 'open'> &
  Pick<typeof import('./fragments.js'), 'show'> &
  Pick<typeof import('./verdicts.js'), 'awaitVerdict'>;
/** The deferred module (`client/deferred.ts`), evaluated once. */
const deferred = (): Promise<Deferred> => import(files(page)[0] as string);

/** Loads the deferred module; a failure is ignored. */
export const loadDeferred = (): Promise<Deferred | undefined> => deferred().catch(() => undefined);

/** A form that opens a dialog; where script does not get that far, it leads to a page. */
export function openOnSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (!form.dataset.opens) return;
  event.preventDefault();
  deferred()
    .then((more) => more.open(form))
    .catch(() => form.submit());
}

/** A link to the rest of a section, which script brings into the page. */
export function showOnClick(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('[data-fragment]');
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  deferred()
    .then((more) => more.show(link))
    .catch(() => location.assign(link.href));
}

/**
 * Brings a widget to life. What all share and its texts are asked for with it at once: found one by one each would take
 * a round. The deferred module waits until the widget is there; an error of the widget waits for it, since it tells
 * errors.
 */
async function start(element: HTMLElement): Promise<void> {
  element.dataset.state = 'loading';
  const loaded = await Promise.all(
    [...files(page).slice(3), ...files(element.dataset)].map((file) =>
      /js$/.test(file) ? import(file) : fetch(file).catch(() => {}),
    ),
  ).catch(() => reloadOnce(element));
  try {
    await loaded?.[0].hydrate(element, loaded);
  } finally {
    await loadDeferred();
  }
}

/** The element being used comes first: a widget, or a button that adds to the cart. The deferred module follows. */
function onFirstUse({ target }: Event): void {
  // The window itself, which goes offline, is in none.
  const element = (target as Partial<Element>).closest?.<HTMLElement>('is-land,[data-add] .buy');
  if (!element) void loadDeferred();
  else if (element.dataset.state === 'waiting') void start(element);
}

/** Starts listening; brings the code of the page's islands once the page has loaded and rests. */
export function watchIslands(): void {
  for (const type of ['pointerdown', 'focusin', 'keydown', 'offline']) {
    addEventListener(type, onFirstUse, true);
  }
  addEventListener('load', preload);
}
