import { NavLink } from './nav-link.js';
import './link-list.css';

export interface LinkEntry {
  href: string;
  label: string;
  linked: boolean;
  /** Text at the end of the line, such as a count. */
  note?: string;
}

/** Links below each other, in as many columns as fit. */
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
