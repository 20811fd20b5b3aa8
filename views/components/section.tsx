import type { ReactNode } from 'react';

interface Props {
  id: string;
  title: string;
  /** What stands at the end of the heading's line. */
  note?: ReactNode;
  children: ReactNode;
}

/** A part of a page under its own heading; `id` is also the address of the part. */
export function Section({ id, title, note, children }: Props) {
  return (
    <section id={id} aria-labelledby={`h-${id}`}>
      <div className="section-head">
        <h2 id={`h-${id}`}>{title}</h2>
        {note}
      </div>
      {children}
    </section>
  );
}
