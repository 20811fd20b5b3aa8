import type { ReactNode } from 'react';
import type { Category } from '../../server/api/contract.js';
import { categoryHref } from '../catalogue-links.js';
import { usePage } from '../context.js';
import { isLinked } from './link-rules.js';
import './front-axle.css';

type Point = readonly [x: number, y: number];
/** Positions in the order of their numbers: the circle, and what it points at. */
const positions = [
  { key: 'strutMount', at: [206, 30], to: [[154, 42]] },
  { key: 'spring', at: [206, 92], to: [[156, 96]] },
  { key: 'shock', at: [46, 190], to: [[104, 198]] },
  { key: 'disc', at: [286, 132], to: [[286, 178]] },
  {
    key: 'pads',
    at: [384, 150],
    to: [
      [364, 206],
      [402, 206],
    ],
  },
  { key: 'caliper', at: [462, 160], to: [[462, 206]] },
  {
    key: 'wheelBearing',
    at: [200, 176],
    to: [
      [172, 240],
      [198, 226],
    ],
  },
  { key: 'controlArm', at: [180, 386], to: [[150, 357]] },
] as const satisfies readonly { key: string; at: Point; to: readonly Point[] }[];
export type AxlePosition = (typeof positions)[number]['key'];
export type AxleCategories = Partial<Record<AxlePosition, Category>>;

function Mark({
  number,
  at: [x, y],
  to,
  href,
}: {
  number: number;
  at: Point;
  to: readonly Point[];
  href?: string;
}): ReactNode {
  const circle = (
    <>
      <circle cx={x} cy={y} r="11" fill="var(--paper)" />
      <text x={x} y={y + 4} textAnchor="middle" fill="currentColor" stroke="none">
        {number}
      </text>
    </>
  );
  return (
    <>
      <path strokeWidth=".75" d={to.map(([a, b]) => `M${x} ${y}L${a} ${b}`).join('')} />
      {to.map(([a, b]) => (
        <circle key={a} cx={a} cy={b} r="1.8" fill="currentColor" stroke="none" />
      ))}
      {href ? (
        <a href={href} tabIndex={-1}>
          {circle}
        </a>
      ) : (
        circle
      )}
    </>
  );
}

/**
 * One can start from the drawing: its eight positions lead to their categories, as far as the catalogue has them.
 *
 * @param drawing address of what the positions point at.
 */
export function FrontAxle({ categories, drawing }: { categories: AxleCategories; drawing: string }): ReactNode {
  const { t, url } = usePage();
  const hrefOf = (key: AxlePosition): string | undefined => {
    const category = categories[key];
    return category && isLinked('home', 'category', category.popularity)
      ? categoryHref(url, category, null)
      : undefined;
  };
  return (
    <div className="axl">
      <svg
        viewBox="30 0 490 400"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        fillRule="evenodd"
        fontSize="12"
        aria-hidden="true"
      >
        <use href={`${drawing}#drawing`} />
        {positions.map(({ key, at, to }, index) => (
          <Mark key={key} number={index + 1} at={at} to={to} href={hrefOf(key)} />
        ))}
      </svg>
      <ol className="pos" aria-label={t('home:axle.label')}>
        {positions.map(({ key }, index) => {
          const href = hrefOf(key);
          const content = (
            <>
              <b aria-hidden="true">{index + 1}</b>
              {t(`home:axle.${key}`)}
            </>
          );
          return <li key={key}>{href ? <a href={href}>{content}</a> : <span>{content}</span>}</li>;
        })}
      </ol>
    </div>
  );
}
