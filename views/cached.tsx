import { createContext, createElement, Fragment, type ReactNode, useContext } from 'react';

/** A fragment of a page whose HTML may be cached for as long as its data. */
export interface CacheableFragment {
  /**
   * Data of the fragment, besides the edition, the delivery country and the prefix of the page; null for what is not
   * there.
   */
  of: readonly (object | null)[];
  /** Whatever else it depends on, where it is not always the same for `of`. */
  variant?: string;
  view(): ReactNode;
}
type Element = 'tbody' | 'div' | 'ul';
/** Caches fragments; provided by the server. */
export interface FragmentCacheHost {
  render(as: Element | null, attributes: object, fragments: readonly CacheableFragment[]): ReactNode;
}
const HostContext = createContext<FragmentCacheHost | null>(null);
export const FragmentCacheProvider = HostContext.Provider;

interface Props {
  /** Element around the fragments; left out, they have none. */
  as?: Element;
  attributes?: object;
  fragments: readonly CacheableFragment[];
}

/**
 * Fragments one after the other, each rendered once for the same data: when one row of a table has changed, only that
 * row is rendered. A fragment that holds an island or reads the page's address is of this page only, and not kept.
 * A picture that the page is waited for stands outside: React names it in the head, of which a fragment knows nothing.
 */
export function Cached({ as, attributes = {}, fragments }: Props) {
  const host = useContext(HostContext);
  if (host) return host.render(as ?? null, attributes, fragments);
  return createElement(
    as ?? Fragment,
    attributes,
    // Without a host nothing is cached, and the index is the only key.
    fragments.map(({ view }, index) => createElement(Fragment, { key: index }, view())),
  );
}
