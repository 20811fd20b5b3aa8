import { createContext, createElement, Fragment, type ReactNode, useContext } from 'react';

/** A fragment of a page whose HTML may be cached for as long as its data. */
export interface CacheableFragment {
  /** Data of the fragment besides edition, delivery country and prefix of the page; null for what is missing. */
  of: readonly (object | null)[];
  /** Whatever else it depends on, where it is not always the same for `of`. */
  variant?: string;
  view(): ReactNode;
}
type Element = 'tbody' | 'div' | 'ul';
export interface FragmentCacheHost {
  render(as: Element | null, attributes: object, fragments: readonly CacheableFragment[]): ReactNode;
}
const HostContext = createContext<FragmentCacheHost | null>(null);
export const FragmentCacheProvider = HostContext.Provider;

const useFragments = (as: Element | null, attributes: object, fragments: readonly CacheableFragment[]): ReactNode => {
  const host = useContext(HostContext);
  if (host) return host.render(as, attributes, fragments);
  return createElement(
    as ?? Fragment,
    attributes,
    // Without a host nothing is cached, and the index is the only key.
    fragments.map(({ view }, index) => createElement(Fragment, { key: index }, view())),
  );
};

/**
 * A fragment that is rendered once for the same data, in an element where `as` names one. A fragment that holds an
 * island or reads the page's address belongs to this page only, and is not kept. The picture that the page waits for
 * stands outside: React names it in the head, which a fragment does not reach.
 */
export const Cached = ({ as, ...fragment }: CacheableFragment & { as?: Element }): ReactNode =>
  useFragments(as ?? null, {}, [fragment]);

interface RowsProps {
  as: Element;
  attributes?: object;
  fragments: readonly CacheableFragment[];
}
/** Fragments one after the other: when one row of a table has changed, only that row is rendered again. */
export const CachedRows = ({ as, attributes = {}, fragments }: RowsProps): ReactNode =>
  useFragments(as, attributes, fragments);
