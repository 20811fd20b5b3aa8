import { fitShapes, fitTones } from '../../views/fit-shapes.js';
import { answersFor } from '../../views/kept-answers.js';
import { type KeptVehicle, keptVehicle } from '../../views/kept-vehicle.js';
import { withTimeout } from '../../views/with-timeout.js';
import { showArticleVerdict } from './article-verdict.js';
import { rememberAnswers } from './condition-answers.js';
import { all, isNeutral, page, pageModel } from './page.js';

type Mark = keyof typeof fitShapes;
/** A verdict as the call returns it. */
interface Verdict {
  id: string;
  mark: Mark;
  text: string;
}

/** Marks as the server rendered them, to restore when the visitor forgets the vehicle. */
const sent = new WeakMap<Element, Element>();
/** Counts changes of the vehicle, so that the responses for older ones can be ignored. */
let turn = 0;

/** Adds the shape of a mark, since the page contains only those of its own marks. */
function needShape(mark: Mark): void {
  const id = `i-${mark}`;
  if (document.getElementById(id)) return;
  const make = (name: string, attributes: object): Element => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes))
      element.setAttribute(
        key === 'viewBox' ? key : key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        value,
      );
    return element;
  };
  const symbol = make('symbol', { id, viewBox: '0 0 20 20' });
  symbol.append(...fitShapes[mark].map((path) => make('path', path)));
  document.querySelector('.icon-sprite')?.append(symbol);
}

function show(element: Element, { mark, text }: Verdict): void {
  needShape(mark);
  element.className = `fit-mark ${fitTones[mark]}`;
  element.querySelector('use')?.setAttribute('href', `#i-${mark}`);
  element.lastChild?.replaceWith(text);
  // A line cuts a long condition at its end.
  element.setAttribute('title', text);
}

/** Fetches the verdicts on all products in one call. If it fails, their marks do not change. */
async function judge(ids: string[], marks: Element[], modelId: string): Promise<void> {
  const own = turn;
  const answers = answersFor(modelId);
  try {
    const verdicts: Verdict[] = await withTimeout(async (signal) => {
      const address = `/api/vehicle/models/${modelId}/fits?ids=${ids}${answers && `&answers=${answers}`}&locale=${page.locale}`;
      const response = await fetch(address, { headers: { accept: 'application/json' }, signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return response.json();
    });
    if (own !== turn) return;
    for (const verdict of verdicts) {
      const mark = marks[ids.indexOf(verdict.id)];
      if (!mark) continue;
      sent.set(mark, sent.get(mark) ?? (mark.cloneNode(true) as Element));
      show(mark, verdict);
    }
  } catch {
    // The marks do not change.
  }
}

/** Shows the verdicts that follow from the answers for the vehicle of the page or line. The marks keep their height. */
function showAnswered(asked = [...all('data-if')]): void {
  const modelOf = ({ dataset }: HTMLElement): string | undefined => dataset.model ?? pageModel();
  for (const modelId of new Set(asked.map(modelOf))) {
    if (!modelId || !answersFor(modelId)) continue;
    const marks = asked.filter((mark) => modelOf(mark) === modelId);
    for (const mark of marks) mark.style.minHeight = `${mark.offsetHeight}px`;
    void judge(
      marks.map(({ dataset }) => dataset.if as string),
      marks,
      modelId,
    );
  }
}

/**
 * Returns the kept vehicle if the marks of the page concern it. The page then has no vehicle, its make or series, or
 * another model.
 */
function meantVehicle(): KeptVehicle | null {
  const kept = keptVehicle();
  const { pathname } = location;
  const isWithin = pathname.includes(`/1-${kept?.manufacturerId}-`) || pathname.includes(`/${kept?.slug}/2-`);
  return page.vehicle || isNeutral() || isWithin ? kept : null;
}

let verdict: Promise<unknown>;
const refusal = (): HTMLElement | null => document.querySelector('.fit-card.tone-bad h2');

/** Waits for the verdict on the article of the page. @returns the refusal if it is new; empty otherwise */
export async function awaitVerdict(): Promise<string> {
  const before = refusal();
  await verdict;
  return (!before && refusal()?.innerText) || '';
}

/** Shows the verdicts for the kept vehicle, and restores the server's marks without one (D73). */
function showVerdicts(): void {
  turn++;
  const vehicle = meantVehicle();
  for (const list of all('data-fits')) {
    if (vehicle && list.dataset.fits)
      void judge(list.dataset.fits.split(','), [...list.querySelectorAll('.fit-mark')], vehicle.modelId);
    if (vehicle) continue;
    for (const mark of list.querySelectorAll('.fit-mark')) {
      const before = sent.get(mark);
      if (before) mark.replaceWith(before);
    }
  }
  showAnswered();
  verdict = withTimeout(showArticleVerdict).catch(() => {});
}

/** Shows the answers at marks that a widget has added, such as those of a line that was put back into the cart. */
function watchLines(): void {
  const lines = document.querySelector('[data-island=cart-lines]');
  const added = () => showAnswered([...all('data-if')].filter(({ title }) => !title));
  if (lines) new MutationObserver(added).observe(lines, { subtree: true, childList: true });
}

/** Updates verdicts when the vehicle or the answers of this device change. */
export function watchVerdicts(): void {
  rememberAnswers();
  watchLines();
  addEventListener('storage', showVerdicts);
  showVerdicts();
}
