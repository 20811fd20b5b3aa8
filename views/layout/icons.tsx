import type { ReactNode } from 'react';

/** Shapes on a 20 × 20 sheet; those of the fit marks differ in form before they differ in colour. */
const shapes = {
  menu: <path d="M2 4.5h16M2 10h16M2 15.5h10" />,
  find: <path d="M14 8.5a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM12.5 12.5 18 18" />,
  cart: <path d="M2 7h16v10H2zM2 7l3-4h10l3 4M10 3v4M7 11h6" />,
  user: <path d="M13.5 6a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM3 18v-1.5q0-4 7-4t7 4V18" />,
  land: <path d="M10 18.5S4 12 4 7.5a6 6 0 0 1 12 0c0 4.5-6 11-6 11zM12 7.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0z" />,
  fits: (
    <>
      <path fill="currentColor" d="M1 1h18v18H1z" />
      <path stroke="var(--paper)" strokeWidth="2.4" d="m5 10.5 3.5 3.5L15 6.5" />
    </>
  ),
  conditional: (
    <>
      <path d="M1 1h18v18H1z" />
      <path fill="currentColor" stroke="none" d="M1 1h18L1 19z" />
      <path stroke="var(--paper)" strokeWidth="2" d="M6.5 4v4.5M6.5 11v.2" />
    </>
  ),
  no: <path strokeWidth="2" d="M1 1h18v18H1zM6 6l8 8M14 6l-8 8" />,
  universal: <path d="M1 1h18v18H1zM5 7.5h9.5L12 5M15 12.5H5.5L8 15" />,
  unknown: (
    <>
      <path strokeDasharray="3 2.6" d="M1 1h18v18H1z" />
      <path strokeWidth="1.8" d="M7.5 7.5q0-2.5 2.5-2.5t2.5 2.2q0 1.8-2.5 3.3v1.3M10 14.8v.2" />
    </>
  ),
  yes: <path strokeWidth="2" d="m4 10.5 4 4L16.5 5" />,
  ask: <path strokeDasharray="3 2.6" d="M3 3h14v14H3z" />,
  x: <path d="m4 4 12 12M16 4 4 16" />,
  sort: <path d="M6 3v14M2.5 13.5 6 17l3.5-3.5M14 17V3M10.5 6.5 14 3l3.5 3.5" />,
  doc: <path d="M4 1.5h8l4 4v13H4zM12 1.5v4h4M7 10h6M7 13.5h6" />,
} satisfies Record<string, ReactNode>;
export type IconName = keyof typeof shapes;

/** The shapes a page uses, once; `Icon` refers to them. */
export function IconSprite({ names }: { names: readonly IconName[] }) {
  return (
    <svg width="0" height="0" aria-hidden="true" className="icon-sprite">
      {names.map((name) => (
        <symbol key={name} id={`i-${name}`} viewBox="0 0 20 20">
          {shapes[name]}
        </symbol>
      ))}
    </svg>
  );
}

/** A shape beside words that say the same; the page must carry it in an `IconSprite`. */
export function Icon({ name, className = 'icon' }: { name: IconName; className?: string }) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
