import type { ReactNode } from 'react';
import { useAnchor } from '../context.js';

interface Props {
  /** Also the address of the part; without it the part has none. */
  id?: string;
  /** Id of the heading, where it does not follow from `id`; without both nothing refers to the heading. */
  heading?: string;
  title: string;
  /** What stands at the end of the heading's line. */
  note?: ReactNode;
  children: ReactNode;
}

/** A part of a page under its own heading. */
export function Section({ id, heading = id && `h-${id}`, title, note, children }: Props) {
  const prefix = useAnchor('');
  const headingId = heading && prefix + heading;
  return (
    <section id={id && prefix + id} aria-labelledby={headingId}>
      <div className="section-head">
        <h2 id={headingId}>{title}</h2>
        {note}
      </div>
      {children}
    </section>
  );
}
