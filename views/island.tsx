import { type ComponentType, createContext, createElement, type ReactNode, useContext } from 'react';

/** Props that survive JSON, so that the browser hydrates with the server's props. */
type Jsonable<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends (...args: never[]) => unknown
    ? never
    : T extends Date | Map<unknown, unknown> | Set<unknown> | symbol | bigint
      ? never
      : T extends object
        ? { [K in keyof T]: Jsonable<T[K]> }
        : never;

export interface IslandOptions<P = object> {
  /** File name without `.island.tsx`. */
  name: string;
  /** Time of loading: `idle` after load, `intent` on touch or focus. The code runs only then (D65). */
  when: 'idle' | 'intent';
  /** Props that the island reads from its own HTML, so that the page does not contain them twice. */
  fromHtml?: { readonly [Name in keyof P]?: (element: Element) => P[Name] };
}

/** Renders islands into a page. Only the server provides it. */
export interface IslandHost {
  render(
    options: Omit<IslandOptions, 'fromHtml'> & { fromHtml?: object },
    view: ComponentType<object>,
    props: object,
  ): ReactNode;
}
const HostContext = createContext<IslandHost | null>(null);
export const IslandHostProvider = HostContext.Provider;

const IdContext = createContext('');
export const IslandIdProvider = IdContext.Provider;
/** Returns the prefix of all ids in an island, which labels and tests can use, unlike those of `useId`. */
export const useIslandId = (): string => useContext(IdContext);

/** Returns a fixed id in an island, numbered if the page has the widget several times. */
export const useIslandAnchor = (name: string): string => name + (/\d*$/.exec(useIslandId())?.[0] ?? '');

/**
 * Makes a widget of a view. The server renders it into `<is-land>`; the browser hydrates it just before use. Props that
 * are not JSON do not compile. The view must work as plain HTML and without page context. Inside another island it is
 * rendered in place.
 */
export function island<P extends object>(
  options: IslandOptions<P>,
  View: ComponentType<P> & (P extends Jsonable<P> ? unknown : { error: 'props of an island must be JSON' }),
): ComponentType<P> & { islandView: ComponentType<P>; islandFromHtml: IslandOptions<P>['fromHtml'] } {
  const view = View as ComponentType<P>;
  function Island(props: P): ReactNode {
    const host = useContext(HostContext);
    return host ? host.render(options, view as ComponentType<object>, props) : createElement(view, props);
  }
  return Object.assign(Island, { islandView: view, islandFromHtml: options.fromHtml });
}
