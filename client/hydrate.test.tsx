import { type ComponentType, useState } from 'react';
import { expect, test } from 'vitest';
import { find, openDom } from '../test/support/dom.js';
import { click, settle } from '../test/support/island.js';

/** Hydration gives a widget its props, its id and the HTML of the server. */
type Modules = typeof import('../views/island.js');
interface Widget {
  html: string;
  view: (modules: Modules) => ComponentType<never>;
  fromHtml?: object;
  texts?: object;
  /** Attributes of its element. */
  attributes?: string;
}
async function open({ html, view, fromHtml = {}, texts, attributes = '' }: Widget) {
  const dom = await openDom(`<html><body><is-land data-island="w" ${attributes}>${html}</is-land></body></html>`);
  const islandView = view(await import('../views/island.js'));
  const { hydrate } = await import('./hydrate.js');
  const element = find('is-land');
  const seen: { mismatches: number; reported: string[] } = { mismatches: 0, reported: [] };
  element.addEventListener('island-mismatch', () => {
    seen.mismatches += 1;
  });
  const reportError = (error: Error): number => seen.reported.push(error.message);
  Object.defineProperty(globalThis, 'reportError', { value: reportError, configurable: true, writable: true });
  const response = texts && new Response(JSON.stringify(texts));
  const hydrated = hydrate(element, [response, { widget: { islandView, islandFromHtml: fromHtml } }]);
  return { dom, element, seen, hydrated };
}

test('props of the page come before those of the HTML, and these before the texts of the edition', async () => {
  const { element, hydrated, seen } = await open({
    html: '<p>page html texts</p>',
    view: () => (props: Record<string, string>) => <p>{['a', 'b', 'c'].map((name) => props[name]).join(' ')}</p>,
    fromHtml: { a: () => 'html', b: () => 'html' },
    texts: { a: 'texts', b: 'texts', c: 'texts' },
    attributes: `data-src="/texts.json w.js" data-props='{"a":"page"}'`,
  });
  await hydrated;
  expect([element.textContent, element.dataset.state, seen.mismatches]).toEqual(['page html texts', 'ready', 0]);
});

test.each([
  ['data-prefix="w2"', 'w2 filter2'],
  ['', 'w filter'],
])('a widget that a page has several times has numbered ids: %s', async (attributes, ids) => {
  const { hydrated, seen } = await open({
    html: `<p id="${ids}"></p>`,
    view:
      ({ useIslandId, useIslandAnchor }) =>
      () => <p id={ids}>{`${useIslandId()} ${useIslandAnchor('filter')}` === ids ? '' : 'another id'}</p>,
    attributes,
  });
  await hydrated;
  expect([find('p').textContent, seen.mismatches]).toEqual(['', 0]);
});

test('a series that the loader has filled in is no difference from the HTML of the server', async () => {
  const { hydrated, seen } = await open({
    html: `<form data-filled=""><select name="seriesId"><option value="">–</option><option value="9">Golf</option>
      </select></form>`.replace(/\s*\n\s*/, ''),
    view: () => () => (
      <form>
        <select name="seriesId" disabled>
          <option value="">–</option>
        </select>
      </form>
    ),
  });
  await hydrated;
  expect([seen.mismatches, find<HTMLSelectElement>('select').options.length]).toEqual([0, 1]);
});

test('only a crash after hydration is reported to the page; each restores the HTML of the server', async () => {
  const html = '<button type="button">x</button>';
  const early = await open({
    html,
    view: () => () => {
      throw new Error('early');
    },
  });
  await expect(early.hydrated).rejects.toThrow('early');
  expect([early.seen.reported, early.element.innerHTML]).toEqual([[], html]);
  const late = await open({
    html,
    view: () => () => {
      const [isBroken, breakIt] = useState(false);
      if (isBroken) throw new Error('late');
      return (
        <button type="button" onClick={() => breakIt(true)}>
          x
        </button>
      );
    },
  });
  await late.hydrated;
  click(find('button'));
  await settle(late.dom);
  expect([late.seen.reported, late.element.dataset.state]).toEqual([['late'], 'failed']);
});
