import type { ReactNode } from 'react';
import { fitShapes } from './fit-shapes.js';

/** Shapes on a 20 × 20 sheet. */
const shapes = {
  menu: <path d="M2 5h16M2 10h16M2 15h10" />,
  find: <path d="M14 8a6 6 0 1 1-12 0 6 6 0 0 1 12 0zM12 12l6 6" />,
  cart: <path d="M2 7h16v10H2zM2 7l3-4h10l3 4M10 3v4M7 11h6" />,
  help: <path d="M18 10a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM7.5 8a2.5 2.5 0 1 1 2.5 3v1.5M10 14.5v.5" />,
  user: <path d="M14 6a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM3 18q0-6 7-6t7 6" />,
  yes: <path strokeWidth="2" d="m4 10.5 4 4L16.5 5" />,
  ask: <path strokeDasharray="3 2.6" d="M3 3h14v14H3z" />,
  x: <path d="m4 4 12 12M16 4 4 16" />,
  doc: <path d="M4 1.5h8l4 4v13H4zM12 1.5v4h4M7 10h6M7 13.5h6" />,
} satisfies Record<string, ReactNode>;
type FitIcon = keyof typeof fitShapes;
export type IconName = keyof typeof shapes | FitIcon;

const isFitIcon = (name: IconName): name is FitIcon => name in fitShapes;

/** Renders the shapes of a page once; `Icon` refers to them. */
export function IconSprite({ names }: { names: readonly IconName[] }) {
  return (
    <svg width="0" height="0" aria-hidden="true" className="icon-sprite">
      {names.map((name) => (
        <symbol key={name} id={`i-${name}`} viewBox="0 0 20 20">
          {isFitIcon(name) ? fitShapes[name].map((path) => <path key={path.d} {...path} />) : shapes[name]}
        </symbol>
      ))}
    </svg>
  );
}

/** Renders a shape beside words of the same meaning. The page needs it in an `IconSprite`. */
export function Icon({ name, className = 'icon' }: { name: IconName; className?: string }) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
