import { NavLink } from './nav-link.js';
import './link-list.css';

export interface LinkEntry {
  href: string;
  label: string;
  linked: boolean;
  /** A figure at the end of the line. */
  note?: string;
}

/** Links one below the other, in as many columns as there is room for. */
export function LinkList({ entries }: { entries: readonly LinkEntry[] }) {
  return (
    <ul className="link-list">
      {entries.map(({ href, label, linked, note }) => (
        <li key={href}>
          <NavLink href={href} linked={linked}>
            {label}
          </NavLink>
          {note && <span>{note}</span>}
        </li>
      ))}
    </ul>
  );
}
