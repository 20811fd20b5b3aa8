import { createContext, createElement, Fragment, type ReactNode, useContext } from 'react';

/** A part of a page whose HTML may be kept for as long as what it is made of. */
export interface Part {
  /** What the part is made of, besides the edition, the delivery country and the prefix of the page. */
  of: object;
  /** Whatever else it depends on, where it is not always the same for `of`. */
  variant?: string;
  view(): ReactNode;
}
type Element = 'tbody' | 'div' | 'ul';
/** Keeps parts; the server provides it. */
export interface KeptHost {
  place(as: Element | null, attributes: object, parts: readonly Part[]): ReactNode;
}
const HostContext = createContext<KeptHost | null>(null);
export const KeptHostProvider = HostContext.Provider;

interface Props {
  /** Element around the parts; without one they stand among their neighbours. */
  as?: Element;
  attributes?: object;
  parts: readonly Part[];
}

/**
 * Parts one after the other, each rendered once for the same data: a table of which one row has changed renders one
 * row. A part holds no islands and says nothing of the page's own address; both would throw.
 */
export function Kept({ as, attributes = {}, parts }: Props): ReactNode {
  const host = useContext(HostContext);
  if (host) return host.place(as ?? null, attributes, parts);
  return createElement(
    as ?? Fragment,
    attributes,
    // Without a host nothing is kept, and the order is all that tells parts apart.
    parts.map(({ view }, index) => createElement(Fragment, { key: index }, view())),
  );
}
