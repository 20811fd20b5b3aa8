import { expect, test } from 'vitest';
import { type Dom, find, openDom } from '../../test/support/dom.js';

/** The filters of a list on a narrow page: a sheet over the page. */
const page = `<html><body><header id="head"></header><main><p id="list"></p>
  <a id="opener" href="#filter">Filter</a>
  <section id="filter"><h2 id="filter-title">Filter</h2><a id="close" data-close href="#liste">Zu</a></section></main>
  <footer id="foot"></footer><script id="code"></script></body></html>`;

async function open(width: 'narrow' | 'wide'): Promise<{ dom: Dom; release: () => void }> {
  const dom = await openDom(page, { path: '/list#filter', matches: () => width === 'narrow' });
  const { holdSheet } = await import('../../views/islands/listing-filter.sheet.js');
  return { dom, release: holdSheet(find('#filter')) };
}
const inert = () => ['head', 'list', 'opener', 'filter', 'foot', 'code'].filter((id) => find(`#${id}`).inert);
const role = () => find('#filter').getAttribute('role');

test('an open sheet is a dialog, and all else on the page is inert until it is released', async () => {
  const { release } = await open('narrow');
  expect([inert(), role()]).toEqual([['head', 'list', 'opener', 'foot'], 'dialog']);
  expect(find('#filter').getAttribute('aria-labelledby')).toBe('filter-title');
  release();
  expect(inert()).toEqual([]);
  // It restores only what it made inert.
  find('#foot').inert = true;
  const { holdSheet } = await import('../../views/islands/listing-filter.sheet.js');
  holdSheet(find('#filter'))();
  expect(inert()).toEqual(['foot']);
});

test('it follows the address and the width of the page', async () => {
  await open('narrow');
  location.hash = '';
  dispatchEvent(new Event('hashchange'));
  expect([inert(), role()]).toEqual([[], null]);
  location.hash = '#filter';
  dispatchEvent(new Event('hashchange'));
  expect(role()).toBe('dialog');
});

test('a page that becomes wide is no longer inert', async () => {
  await openDom(page, { path: '/list#filter' });
  const media = Object.assign(new EventTarget(), { matches: true });
  Object.defineProperty(globalThis, 'matchMedia', { value: () => media, configurable: true, writable: true });
  const { holdSheet } = await import('../../views/islands/listing-filter.sheet.js');
  holdSheet(find('#filter'));
  media.matches = false;
  media.dispatchEvent(new Event('change'));
  expect([inert(), role()]).toEqual([[], null]);
});

test('beside the list it is no dialog', async () => {
  await open('wide');
  expect([inert(), role()]).toEqual([[], null]);
  find('#filter').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(document.activeElement?.id).not.toBe('opener');
});

test.each([
  ['Escape', () => find('#filter').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))],
  [
    'its own link, which adds nothing to the history,',
    () =>
      expect(find('#close').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))).toBe(false),
  ],
])('%s closes it, and the focus returns to the link that opened it', async (_name, act) => {
  const { dom } = await open('narrow');
  act();
  expect([dom.left, inert(), role()]).toEqual([['replace #liste'], [], null]);
  expect(document.activeElement?.id).toBe('opener');
});
