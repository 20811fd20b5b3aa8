/**
 * The server loads this module first (`--import`) for `npm run budgets`. It counts the source that has run. A message
 * from the parent requests the characters for each page since the last one.
 */
import { subscribe } from 'node:diagnostics_channel';
import { Session } from 'node:inspector';

const session = new Session();
session.connect();
session.post('Profiler.enable');
// Starts before the program is compiled, because V8 does not count blocks of earlier code.
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/**
 * Characters of the program's source that ran since the last call, each as often as it ran. V8 lists a range before its
 * inner ranges, whose counts replace its own.
 */
function executed(): number {
  let sum = 0;
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    for (const { url, functions } of result) {
      if (!url.includes('/dist/')) continue;
      for (const { ranges } of functions) {
        const around: typeof ranges = [];
        for (const range of ranges) {
          while ((around.at(-1)?.endOffset ?? Number.POSITIVE_INFINITY) <= range.startOffset) around.pop();
          sum += (range.endOffset - range.startOffset) * (range.count - (around.at(-1)?.count ?? 0));
          around.push(range);
        }
      }
    }
  });
  return sum;
}

let pages = 0;
subscribe('partavo:render', () => {
  pages += 1;
});
process.on('message', () => {
  process.send?.(executed() / pages);
  pages = 0;
});
// The channel to the parent must not keep the process alive; threads have none.
process.channel?.unref();
