import type { ReactNode } from 'react';
import { usePage } from '../context.js';
import './stars.css';

/** Half stars of a rating from 0 to 5: a half from a fraction of .25, a whole from .75 (specification 5). */
export const halfStars = (rating: number): number => Math.round(rating * 2);

/** Classes of the style sheet, by half stars; written out, so that the build finds them. */
const filled = ['s0', 's1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10'] as const;

/** Stars with the number, which is what is read out. */
export function Stars({ rating }: { rating: number }): ReactNode {
  const { format } = usePage();
  return (
    <>
      <span className={`st ${filled[halfStars(rating)]}`} /> {format.number(rating)}
    </>
  );
}
