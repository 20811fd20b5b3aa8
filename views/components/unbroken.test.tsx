import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Unbroken } from './unbroken.js';

test.each([
  ['Motoröl 10W-40 A3/B4, 1 l', 'Motoröl [10W-40] [A3/B4,] [1 l]'],
  ['PY21W 12 V 21 W BAU15s', 'PY21W [12 V] [21 W] BAU15s'],
  ['Sommerreifen 205/55 R16', 'Sommerreifen [205/55 R16]'],
  ['Bremsscheiben, Vorderachse', 'Bremsscheiben, Vorderachse'],
  ['Adapter 13-polig auf 7-polig', 'Adapter [13-polig] auf [7-polig]'],
  ['Teil 5 Wagen', 'Teil 5 Wagen'],
])('%s breaks between words only', (title, read) => {
  const html = renderToStaticMarkup(<Unbroken>{title}</Unbroken>);
  expect(html.replace(/<span class="unbroken">(.*?)<\/span>/g, '[$1]')).toBe(read);
});
