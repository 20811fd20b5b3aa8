import { type ComponentType, createContext, createElement, type ReactNode, useContext } from 'react';

/** Props that survive JSON: what the server renders with is what the browser hydrates with. */
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
  /** When the code is fetched: `idle` after load, `intent` on touch or focus. It is evaluated only then (D65). */
  when: 'idle' | 'intent';
  /** Props that the island's own HTML says already: read from it before it hydrates, and not said twice. */
  fromHtml?: { readonly [Name in keyof P]?: (element: Element) => P[Name] };
}

/** Places islands into a page; the server provides it, the browser does not have one. */
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
/** The beginning of all ids within an island, fit for labels, styles and tests, as `useId`'s are not. */
export const useIslandId = (): string => useContext(IdContext);

/** An id within an island that addresses and scripts know, numbered where a page has the widget again. */
export const useIslandAnchor = (name: string): string => name + (/\d*$/.exec(useIslandId())?.[0] ?? '');

/**
 * Makes a widget of a view: rendered on the server into `<is-land>`, hydrated in the browser when it is about to be
 * used. Props are JSON only; anything else is a compile error. The view must work as plain HTML and uses no page
 * context, since the browser has none. Inside another island it renders in place.
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
