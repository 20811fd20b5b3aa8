import { fitShapes, fitTones } from '../../views/fit-shapes.js';
import { answersFor } from '../../views/kept-answers.js';
import { type KeptVehicle, keptVehicle } from '../../views/kept-vehicle.js';
import { withTimeout } from '../../views/with-timeout.js';
import { showArticleVerdict } from './article-verdict.js';
import { rememberAnswers } from './condition-answers.js';
import { all, isNeutral, page, pageModel } from './page.js';

type Mark = keyof typeof fitShapes;
/** A verdict as the call answers it. */
interface Verdict {
  id: string;
  mark: Mark;
  text: string;
}

/** The marks as the server sent them, for when no vehicle is kept any more. */
const sent = new WeakMap<Element, Element>();
/** Each change of the vehicle outdates what is on its way. */
let turn = 0;

/** The page carries the shapes of its own marks only. */
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
  // A long condition is cut at the end of its line.
  element.setAttribute('title', text);
}

/** Asks for the verdicts on products, once for all of them. Where that fails, their marks stay what they are. */
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
    // Nothing was checked.
  }
}

/** Shows the verdicts that follow from the answers for the page's vehicle. They keep the height of the marks they replace. */
function showAnswered(): void {
  const modelId = pageModel();
  const marks = [...all('data-if')];
  if (!modelId || !answersFor(modelId)) return;
  for (const mark of marks) mark.style.minHeight = `${mark.offsetHeight}px`;
  if (marks[0])
    void judge(
      marks.map(({ dataset }) => dataset.if as string),
      marks,
      modelId,
    );
}

/**
 * The kept vehicle where the marks of a page are for it: beside no vehicle, its own make or series, and where a link
 * names another one.
 */
function meantVehicle(): KeptVehicle | null {
  const kept = keptVehicle();
  const { pathname } = location;
  const isWithin = pathname.includes(`/1-${kept?.manufacturerId}-`) || pathname.includes(`/${kept?.slug}/2-`);
  return page.vehicle || isNeutral() || isWithin ? kept : null;
}

let verdict: Promise<unknown>;
const refusal = (): HTMLElement | null => document.querySelector('.fit-card.tone-bad h2');

/** Waits for the verdict on the article of the page. @returns the refusal, if it was not there before; empty otherwise */
export async function awaitVerdict(): Promise<string> {
  const before = refusal();
  await verdict;
  return (!before && refusal()?.innerText) || '';
}

/** Shows the verdicts for the kept vehicle on what the page shows for none (D73). */
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

/** Follows the vehicle of this device on a page without a vehicle, and its answers on pages about it. */
export function watchVerdicts(): void {
  rememberAnswers();
  addEventListener('storage', showVerdicts);
  showVerdicts();
}
