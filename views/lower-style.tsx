import { createContext, type ReactNode, useContext } from 'react';

const HostContext = createContext<() => string | null>(() => null);
/** Provides a function that returns the address of the sheet once for each page. */
export const LowerStyleProvider = HostContext.Provider;

/** Id of the element that ends the first view. */
export const firstViewEnd = 'rest';

/**
 * Ends the first view of a page, whose rules are in the head. Browsers keep this sheet with the rules for the rest. The
 * layout ends the view before the footer. A page may do so earlier, outside cached pieces.
 */
export function LowerStyle(): ReactNode {
  const address = useContext(HostContext)();
  return address && <link id={firstViewEnd} rel="stylesheet" href={address} />;
}
