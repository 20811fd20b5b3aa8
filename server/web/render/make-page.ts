import type { Clock } from '../../clock/clock.js';
import type { Admission } from '../admission/admission.js';
import { classOfPage, urgencyOf } from '../admission/request-class.js';
import type { RenderedPage } from '../cache/cached-page.js';
import { notes } from '../http/log.js';
import { MovedError } from '../http/redirect-errors.js';
import type { RouteMatch } from '../routes/route-table.js';
import type { EditionPath } from '../routes/routes.js';
import type { LoadSurroundings } from './layout-data.js';
import type { AnyPage, PageRequest } from './page.js';
import type { RenderPage } from './render-page.js';

/** Returns the requested path without the part after its tail (D7). */
export function requestedPath({ prefix, path }: EditionPath, { rest }: RouteMatch): string {
  return prefix + (rest === '' ? path : path.split('/').slice(0, 4).join('/'));
}

export interface FinishedPage {
  page: RenderedPage;
  /** Absolute path with the page's own query. */
  address: string;
  status: number | undefined;
  /** Values of its choice parameter (`page-key.ts`). */
  choices: readonly string[] | undefined;
}
/**
 * Makes a page in a slot.
 *
 * @param isMoved the request used another spelling or host
 * @throws ProblemError `busy` without a free slot. MovedError if the page has another path, unless it shows a notice.
 * RedirectError, and all errors of its critical data
 */
export type MakePage = (
  page: AnyPage,
  input: PageRequest,
  editionPath: EditionPath,
  isMoved: boolean,
) => Promise<FinishedPage>;

interface Needs {
  clock: Clock;
  render: RenderPage;
  loadSurroundings: LoadSurroundings;
  gates: Admission['gates'];
  metrics: { rendered(page: string, seconds: number): void };
}

export function createMakePage({ render, loadSurroundings, metrics, gates, clock }: Needs): MakePage {
  const make: MakePage = async (page, input, editionPath, isMoved) => {
    const [prepared, layoutData] = await Promise.all([page.prepare(input), loadSurroundings(input)]);
    const [ownPath = ''] = prepared.address.split('?');
    if (!page.hasNotice && (isMoved || ownPath !== requestedPath(editionPath, input.match)))
      throw new MovedError(prepared.address);
    const turn = renderTurn();
    if (turn !== undefined) await turn;
    const started = clock.steady();
    const step = notes()?.trace?.begin('render', { 'partavo.page': page.name });
    const rendered = render(input, prepared, {
      name: page.name,
      isShared: page.cache === 'shared',
      head: prepared.head,
      ...layoutData,
      view: prepared.view,
    });
    step?.end(null);
    metrics.rendered(page.name, (clock.steady() - started) / 1000);
    return { page: rendered, address: prepared.address, status: prepared.status, choices: prepared.choices };
  };
  return (page, input, editionPath, isMoved) => {
    const gate = gates[classOfPage(input.match.name)];
    const { isBackground = false, userAgent } = notes() ?? {};
    const urgency = isBackground ? 'background' : gate.isFree ? 'person' : urgencyOf(userAgent);
    return gate.run(urgency, () => make(page, input, editionPath, isMoved));
  };
}

const waiting: (() => void)[] = [];
let isTaken = false;

function pass(): void {
  const next = waiting.shift();
  if (!next) {
    isTaken = false;
    return;
  }
  setImmediate(pass);
  next();
}

/** Lets one page render per turn of the event loop. @returns undefined for the first one */
export function renderTurn(): Promise<void> | undefined {
  if (isTaken) return new Promise((resolve) => waiting.push(resolve));
  isTaken = true;
  setImmediate(pass);
  return undefined;
}
