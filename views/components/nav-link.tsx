import type { ReactNode } from 'react';

interface Props {
  href: string;
  /** Crawlers may follow it (`isLinked`). */
  linked: boolean;
  children: ReactNode;
}

/**
 * A link of the catalogue's navigation. Where the rules hide it from crawlers it is a button in a GET form: people go
 * the same way, with and without script, and no `href` stands in the page (D9).
 */
export function NavLink({ href, linked, children }: Props): ReactNode {
  if (linked) return <a href={href}>{children}</a>;
  return (
    <form action={href}>
      <button type="submit" className="nl">
        {children}
      </button>
    </form>
  );
}
