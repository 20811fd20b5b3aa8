import type { ReactNode } from 'react';

interface Props {
  /** `warn` for something that a reader must not overlook. */
  tone?: 'plain' | 'warn';
  children: ReactNode;
}

/** A word or two about the neighbouring element (specification 2, "Other UI pieces"). */
export function Badge({ tone = 'plain', children }: Props) {
  return <span className={tone === 'warn' ? 'badge tone-warn' : 'badge'}>{children}</span>;
}
