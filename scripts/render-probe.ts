/**
 * Read by the server before its program (`--import`) where `npm run budgets` measures it: keeps what each rendering took,
 * and renders a fixed tree in between, in the same thread, so that both meet the same machine. Sends both when asked.
 */
import { subscribe } from 'node:diagnostics_channel';
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

let pages: unknown[] = [];
let references: number[] = [];
subscribe('partavo:render', (message) => {
  if (typeof message === 'object' && message && 'seconds' in message) pages.push(message.seconds);
  const start = performance.now();
  reference();
  references.push((performance.now() - start) / 1000);
});
process.on('message', () => {
  process.send?.({ pages, references });
  pages = [];
  references = [];
});
// The channel to the parent keeps no shop from ending; threads have none.
process.channel?.unref();
