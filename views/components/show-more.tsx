import type { ReactNode } from 'react';

/**
 * A link to the page that shows a section in full. Script replaces the surrounding element by the one with the same id
 * on that page (`client/enhance/fragments.ts`); without script it is an ordinary link.
 */
export function ShowMore({ fragment, href, children }: { fragment: string; href: string; children: ReactNode }) {
  return (
    <a className="button space-above" href={`${href}#${fragment}`} data-fragment={fragment}>
      {children}
    </a>
  );
}
