/** Whether the suite runs in full (`npm run test:long`), without samples. */
export const isLong = process.env.TEST_LONG === '1';
/** Days since 1970, as `npm test` prints them; TEST_DAY repeats the samples of another day. */
const day = Number(process.env.TEST_DAY ?? Math.floor(Date.now() / 86_400_000));

/**
 * Returns every n-th item, beginning with another one each day, so that n days cover all. `npm run test:long` returns
 * all.
 * @param shift offset, so that tests of the same list take different samples
 */
export const inTurn = <T>(all: readonly T[], every: number, shift = 0): T[] =>
  all.filter((_, at) => isLong || (at + day + shift) % every === 0);
