/**
 * The server loads this module first (`--import`) for `npm run budgets`. It stores the time of each rendering, and
 * renders a fixed tree in between, in the same thread and so under the same load. It also counts the source that has
 * run. A message from the parent requests all figures.
 */
import { subscribe } from 'node:diagnostics_channel';
import { Session } from 'node:inspector';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const rows = Array.from({ length: 60 }, (_, id) => ({ id, name: `Row <${id}> & more`, price: (id * 37) % 1000 }));
const Money = ({ cents }: { cents: number }) =>
  h('b', { className: 'money' }, `${Math.floor(cents / 100)},${cents % 100} €`);
const Row = ({ row }: { row: (typeof rows)[number] }) =>
  h(
    'li',
    { className: row.id % 2 ? 'row odd' : 'row', id: `row-${row.id}` },
    h('a', { href: `/things/${row.id}?from=list&page=1` }, row.name),
    h('p', null, `Number ${row.id}`, ' ', h(Money, { cents: row.price })),
    h(
      'form',
      { method: 'post' },
      h('input', { type: 'hidden', name: 'id', value: row.id }),
      h('button', { type: 'submit' }, 'Add'),
    ),
  );
const reference = () =>
  renderToStaticMarkup(
    h(
      'main',
      null,
      h(
        'ul',
        null,
        rows.map((row) => h(Row, { row, key: row.id })),
      ),
    ),
  );

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

let pages: unknown[] = [];
let references: number[] = [];
subscribe('partavo:render', (message) => {
  if (typeof message === 'object' && message && 'seconds' in message) pages.push(message.seconds);
  const start = performance.now();
  reference();
  references.push((performance.now() - start) / 1000);
});
process.on('message', () => {
  process.send?.({ pages, references, executed: executed() / pages.length });
  pages = [];
  references = [];
});
// The channel to the parent must not keep the process alive; threads have none.
process.channel?.unref();
