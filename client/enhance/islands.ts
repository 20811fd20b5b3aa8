import { all, page } from './page.js';

/**
 * Returns the files that an element names. An island names its own chunks, the texts of its edition, and itself last.
 * The page names the deferred script, its style sheet and texts, the hydrator, and the chunks of all islands.
 */
const files = ({ src = '' }: DOMStringMap): string[] => src.split(' ');

/**
 * Loads the code of the page's widgets into the HTTP cache without running it. The loader evaluates it only when a
 * pointer or the focus is on the widget (D65). A click before that is an ordinary form post or link. Files are loaded
 * one by one: all at once would block a slow phone for longer than a tap may wait.
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

/** Reloads the page once for each build, since a new build may have replaced the file; later the form serves (D66). */
function reloadOnce(element: HTMLElement): void {
  element.dataset.state = 'failed';
  if (sessionStorage.failed !== page.build) {
    sessionStorage.failed = page.build;
    location.reload();
  }
}

type Deferred = Pick<typeof import('./dialogs.js'), 'open'> &
  Pick<typeof import('./fragments.js'), 'show'> &
  Pick<typeof import('./counting.js'), 'count'> & {
    /** Adds the offer of a form to the cart. @param by packs by which the count has been raised */
    addToCart(form: HTMLFormElement, by: number): Promise<void>;
  };
/** Returns the deferred module (`client/deferred.ts`), evaluated once. @throws TypeError if it cannot be loaded */
export const deferred = (): Promise<Deferred> => import(files(page)[0] as string);

/** Loads the deferred module; a failure is ignored. */
export const loadDeferred = (): Promise<Deferred | undefined> => deferred().catch(() => undefined);

/** Opens the dialog of a form. If script fails, the form opens a page. */
export function openOnSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (!form.dataset.opens) return;
  event.preventDefault();
  deferred()
    .then((more) => more.open(form))
    .catch(() => form.submit());
}

/** Loads the rest of a section into the page. */
export function showOnClick(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('[data-fragment]');
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  deferred()
    .then((more) => more.show(link))
    .catch(() => location.assign(link.href));
}

/**
 * Starts a widget. Its files load in parallel, because one after the other would take a round trip each. The deferred
 * module waits for the widget. An error of the widget waits for the deferred module, which reports errors.
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

/** Resolves when the widget in use has started, or failed. */
let started: Promise<void> | undefined;

/** Starts the element in use, a widget or an add button, then the deferred module. */
async function onFirstUse({ target, type }: Event): Promise<void> {
  // The event `offline` comes from the window, which is inside no element.
  const element = (target as Partial<Element>).closest?.<HTMLElement>('is-land,[data-add] .buy');
  if (type === 'click') {
    await started;
    (await loadDeferred())?.count(target as HTMLElement);
  } else if (!element) void loadDeferred();
  else if (element.dataset.state === 'waiting') started = start(element).catch((error) => reportError(error));
}

/** Listens for the first use, and loads the code of the page's islands once the page is idle. */
export function watchIslands(): void {
  for (const type of ['pointerdown', 'focusin', 'keydown', 'offline', 'click']) {
    addEventListener(type, onFirstUse, true);
  }
  addEventListener('load', preload);
}
