/**
 * Files whose figures are times. At length they measure the goals themselves: `scripts/test.ts` runs them after all
 * others, one at a time.
 */
export const timed = [
  'failing-marketplace',
  'failing-sections',
  'fleet-failures',
  'import-load',
  'search-speed',
  'slow-arrival.browser',
].map((name) => `test/${name}.test.ts`);
