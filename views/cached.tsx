import { createContext, createElement, Fragment, type ReactNode, useContext } from 'react';

/** A fragment of a page whose HTML is cached as long as its data. */
export interface CacheableFragment {
  /** Data of the fragment besides edition, delivery country and prefix; null for missing ones. */
  of: readonly (object | null)[];
  /** Key for anything else that the fragment depends on. */
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
    // The index is a stable key, because this is rendered once.
    fragments.map(({ view }, index) => createElement(Fragment, { key: index }, view())),
  );
};

/**
 * Renders a fragment once for the same data, inside an element if `as` names one. A fragment with an island or the
 * page's address belongs to this page and is not cached. The page's main picture must stay outside, because React names
 * it in the head.
 */
export const Cached = ({ as, ...fragment }: CacheableFragment & { as?: Element }): ReactNode =>
  useFragments(as ?? null, {}, [fragment]);

interface RowsProps {
  as: Element;
  attributes?: object;
  fragments: readonly CacheableFragment[];
}
/** Renders fragments one after another. If one row of a table changes, only that row is rendered again. */
export const CachedRows = ({ as, attributes = {}, fragments }: RowsProps): ReactNode =>
  useFragments(as, attributes, fragments);
