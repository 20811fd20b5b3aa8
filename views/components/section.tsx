import type { ReactNode } from 'react';
import { useAnchor } from '../context.js';

interface Props {
  /** Id of the section; without it no link leads here. */
  id?: string;
  /** Id of the heading, if not derived from `id`; without both, nothing labels the section. */
  heading?: string;
  title: string;
  /** Text at the end of the heading's line. */
  note?: ReactNode;
  children: ReactNode;
}

/** A section of a page with a heading. */
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
