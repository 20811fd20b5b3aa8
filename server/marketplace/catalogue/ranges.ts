/** Bounds of a number, both included; null = open. */
export interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

const written = /^(\d{1,9}(?:\.\d{1,4})?)?-(\d{1,9}(?:\.\d{1,4})?)?$/;
/** Parses `10-49.5`, `10-` or `-49.5` as in `f` (D21); null for other texts and empty ranges. */
export function parseRange(value: string): Range | null {
  const found = written.exec(value);
  if (!found || value === '-') return null;
  const bound = (text: string | undefined) => (text === undefined ? null : Number(text));
  const range = { from: bound(found[1]), to: bound(found[2]) };
  return range.from !== null && range.to !== null && range.from > range.to ? null : range;
}

/** Prints a range as in `f`. */
export const printRange = ({ from, to }: Range): string => `${from ?? ''}-${to ?? ''}`;

export const isWithin = ({ from, to }: Range, value: number): boolean =>
  (from === null || value >= from) && (to === null || value <= to);

/** Ranges between the two open ones. */
const mostInner = 5;
const roundSteps = [1, 2, 2.5, 5, 10];
const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0;

/** Returns the smallest round step, with at most `decimals` places, of which `mostInner` cover a distance. */
function stepFor(distance: number, decimals: number): number {
  const least = Math.max(distance / mostInner, 10 ** -decimals);
  const power = 10 ** Math.floor(Math.log10(least));
  const isFine = (step: number) => decimalsOf(Number((step * power).toFixed(9))) > decimals;
  const step = roundSteps.find((each) => each * power >= least * (1 - 1e-9) && !isFine(each)) ?? 10;
  return Number((step * power).toFixed(9));
}

/**
 * Returns ranges with round bounds that contain each number once; the first and the last one are open. Few numbers are
 * in the open ranges, so that a single large number does not distort the others.
 * @param numbers ascending, as often as they occur; at least two different ones
 */
export function rangesOver(numbers: readonly number[]): Range[] {
  const decimals = Math.min(
    4,
    numbers.reduce((most, value) => Math.max(most, decimalsOf(value)), 0),
  );
  const at = (share: number) => numbers[Math.floor(share * (numbers.length - 1))] as number;
  const [low, high] = at(0.1) < at(0.9) ? [at(0.1), at(0.9)] : [at(0), at(1)];
  const step = stepFor(high - low, decimals);
  const rounded = (value: number) => Number(value.toFixed(decimals));
  const bounds: number[] = [];
  for (let count = Math.floor(low / step) + 1; count * step <= high + step / 2; count++)
    bounds.push(rounded(count * step));
  return [null, ...bounds].map((from, index) => {
    const next = bounds[index];
    return { from, to: next === undefined ? null : rounded(next - 10 ** -decimals) };
  });
}
