import type { ReactNode } from 'react';

/** Address of the page that shows one more of its sections, in the place of another. */
export function pathShowing(path: string, section: string): string {
  const [address = '', query] = path.split('?');
  const values = new URLSearchParams(query);
  values.set('show', section);
  return `${address}?${values}`;
}

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
