import type { RenderedPage } from '../cache/kept-page.js';
import { Moved } from '../http/signposts.js';
import type { Place, RouteMatch } from '../routes/routes.js';
import type { AnyPage, PageRequest } from './page.js';
import type { RenderPage } from './render-page.js';
import type { LoadSurroundings } from './surroundings.js';

/** The path that was asked for without what follows the tail (D7). */
export function askedPath({ prefix, path }: Place, { rest }: RouteMatch): string {
  return prefix + (rest === '/' ? path : path.split('/').slice(0, 4).join('/'));
}

/** A page with its own address and status. */
export interface Finished {
  page: RenderedPage;
  /** Path-absolute, with the page's own query. */
  address: string;
  /** Where the page itself has one. */
  status: number | undefined;
  /** All that its `Choice` can name. */
  choices: readonly string[] | undefined;
}
/**
 * Makes a page.
 *
 * @param isMoved the address was another spelling, or of another host.
 * @throws Moved where the page has another path than the one asked for, unless it has something to say; `Redirect`, or
 * whatever the critical data throw.
 */
export type MakePage = (page: AnyPage, input: PageRequest, place: Place, isMoved: boolean) => Promise<Finished>;

interface Needs {
  render: RenderPage;
  loadSurroundings: LoadSurroundings;
  /** Counts renderings and their seconds. */
  metrics: { rendered(page: string, seconds: number): void };
}

export function createMakePage({ render, loadSurroundings, metrics }: Needs): MakePage {
  return async (page, input, place, isMoved) => {
    const [prepared, around] = await Promise.all([page.prepare(input), loadSurroundings(input)]);
    const [ownPath = ''] = prepared.address.split('?');
    if (!page.isSaying && (isMoved || ownPath !== askedPath(place, input.match))) throw new Moved(prepared.address);
    const started = performance.now();
    const rendered = render(input, prepared, {
      name: page.name,
      isShared: page.cache === 'shared',
      head: prepared.head,
      ...around,
      view: prepared.view,
    });
    metrics.rendered(page.name, (performance.now() - started) / 1000);
    return { page: rendered, address: prepared.address, status: prepared.status, choices: prepared.choices };
  };
}
