import type { ReactNode } from 'react';

interface Props {
  href: string;
  /** Crawlers may follow it (`isLinked`). */
  linked: boolean;
  /** The link is a heading of its own. A form may hold one, but not stand in one. */
  isHeading?: boolean;
  children: ReactNode;
}

/**
 * A link of the catalogue's navigation. Where the rules hide it from crawlers it is a button in a GET form: people go
 * the same way, with and without script, and the page has no `href` for it (D9).
 */
export function NavLink({ href, linked, isHeading = false, children }: Props) {
  const wrap = (link: ReactNode): ReactNode => (isHeading ? <h3>{link}</h3> : link);
  if (linked) return wrap(<a href={href}>{children}</a>);
  return (
    <form action={href}>
      {wrap(
        <button type="submit" className="link-button">
          {children}
        </button>,
      )}
    </form>
  );
}
