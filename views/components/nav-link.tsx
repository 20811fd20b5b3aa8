import type { ReactNode } from 'react';

interface Props {
  href: string;
  /** Crawlers may follow it (`isLinked`). */
  linked: boolean;
  /** The link is a heading. HTML allows a heading in a form, but no form in a heading. */
  isHeading?: boolean;
  children: ReactNode;
}

/**
 * A link of the catalogue's navigation. If crawlers must not follow it, it is a button in a GET form. Visitors get to
 * the same page, and the HTML has no `href` (D9).
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
