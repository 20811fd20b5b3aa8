import type { ReactNode } from 'react';

/** A link to the page that shows a section in full; `client/enhance/fragments.ts` fetches that section instead. */
export function ShowMore({ fragment, href, children }: { fragment: string; href: string; children: ReactNode }) {
  return (
    <a className="button space-above" href={`${href}#${fragment}`} data-fragment={fragment}>
      {children}
    </a>
  );
}
