import type { ReactNode } from 'react';

/**
 * A link to the page that shows a section in full. Script puts the part of that page with the same id in the place of
 * the one around this link (`client/enhance/parts.ts`); without it the link leads there.
 */
export function More({ part, href, children }: { part: string; href: string; children: ReactNode }): ReactNode {
  return (
    <a className="button space-above" href={`${href}#${part}`} data-part={part}>
      {children}
    </a>
  );
}
