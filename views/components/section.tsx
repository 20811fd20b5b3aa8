import type { ReactNode } from 'react';
import { useAnchor } from '../context.js';

interface Props {
  id: string;
  title: string;
  /** What stands at the end of the heading's line. */
  note?: ReactNode;
  children: ReactNode;
}

/** A part of a page under its own heading; `id` is also the address of the part. */
export function Section({ id, title, note, children }: Props) {
  const anchor = useAnchor(id);
  const heading = useAnchor(`h-${id}`);
  return (
    <section id={anchor} aria-labelledby={heading}>
      <div className="section-head">
        <h2 id={heading}>{title}</h2>
        {note}
      </div>
      {children}
    </section>
  );
}
