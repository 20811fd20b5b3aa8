import { usePage } from '../context.js';
import './stars.css';

/** Returns the half stars of a rating from 0 to 5: a half from a fraction of .25, one from .75 (specification 5). */
export const halfStars = (rating: number): number => Math.round(rating * 2);

/** Class names by number of half stars. */
const filledClassNames = [
  'half-stars-0',
  'half-stars-1',
  'half-stars-2',
  'half-stars-3',
  'half-stars-4',
  'half-stars-5',
  'half-stars-6',
  'half-stars-7',
  'half-stars-8',
  'half-stars-9',
] as const;

export function Stars({ rating }: { rating: number }) {
  const { format } = usePage();
  const halves = halfStars(rating);
  return (
    <>
      <span className={halves < filledClassNames.length ? `stars ${filledClassNames[halves]}` : 'stars'} />{' '}
      {format.rating(rating)}
    </>
  );
}
