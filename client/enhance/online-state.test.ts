import { describe, expect, test } from 'vitest';
import { type Dom, type DomOptions, find, openDom } from '../../test/support/dom.js';

/** Script reports a lost connection and old prices. */
const page = (body = '', root = '') =>
  `<html data-build="b" ${root}><body><header class="site-header"></header><p data-status=""></p>${body}</body></html>`;
const statusText = (): string => find('[data-status]').textContent;

describe('the connection', () => {
  const words = '/build/sentences-de.json';
  const root = `data-src="/build/deferred.js /build/deferred.css ${words}"`;
  const answer = () => ({ body: '{"offline":"Keine Verbindung.","online":"Wieder da."}' });
  async function open(options: DomOptions = { answer }, body = ''): Promise<Dom> {
    const dom = await openDom(page(body, root), options);
    const { watchConnection } = await import('./online-state.js');
    watchConnection();
    await dom.pass();
    return dom;
  }
  const note = () => document.querySelector('.site-header .offline-note')?.textContent;

  test('is reported while it is lost, and for four seconds when it is back', async () => {
    const dom = await open();
    expect([dom.asked.map(({ address }) => address), note(), statusText()]).toEqual([[words], undefined, '']);
    dom.connect(false);
    await dom.pass(60_000);
    expect([note(), statusText(), document.documentElement.dataset.offline]).toEqual([
      'Keine Verbindung.',
      'Keine Verbindung.',
      '',
    ]);
    find('[data-status]').textContent = '';
    dispatchEvent(new Event('pageshow'));
    await dom.pass();
    expect(statusText()).toBe('');
    dom.connect(true);
    await dom.pass();
    expect([note(), statusText(), document.documentElement.dataset.offline]).toEqual([
      'Wieder da.',
      'Wieder da.',
      undefined,
    ]);
    await dom.pass(3999);
    expect(note()).toBe('Wieder da.');
    await dom.pass(1);
    expect(note()).toBeUndefined();
  });

  test('shares its file with the sentences of other scripts, which are written into attributes', async () => {
    const status = { added: 'Drin: {{count}}.', failed: 'Nicht geklappt.' };
    const selling = { added: '{{count}} drin', toCart: 'Zum Warenkorb', retry: 'Noch einmal', parcel: '{{amount}}' };
    const body = JSON.stringify({ offline: '', online: '', status, selling });
    await openDom(page('<section data-goes-with="7"></section>', root), { answer: () => ({ body }) });
    await (await import('./sentences.js')).sentencesWritten;
    const texts = (selector: string, names: object) => Object.keys(names).map((name) => find(selector).dataset[name]);
    expect(texts('[data-status]', status)).toEqual(Object.values(status));
    expect(texts('section', selling)).toEqual(Object.values(selling));
  });

  test('that fails to bring the sentences says so to their users', async () => {
    await openDom(page('', root), { answer: () => null });
    await expect((await import('./sentences.js')).sentencesWritten).rejects.toThrow('no sentences');
  });

  test('that is lost again within these seconds stays reported', async () => {
    const dom = await open();
    for (const isOnline of [false, true, false]) {
      dom.connect(isOnline);
      await dom.pass(100);
    }
    await dom.pass(4000);
    expect(note()).toBe('Keine Verbindung.');
  });

  test('that was lost before this script ran is reported', async () => {
    const dom = await openDom(page('', root), { answer });
    dom.connect(false);
    const { watchConnection } = await import('./online-state.js');
    watchConnection();
    await dom.pass();
    expect(note()).toBe('Keine Verbindung.');
  });

  test('is not reported without its texts', async () => {
    const dom = await open({ answer: () => null });
    dom.connect(false);
    await dom.pass();
    expect([note(), statusText(), document.documentElement.dataset.offline]).toEqual([undefined, '', undefined]);
  });

  test('that is lost keeps the page, and links and forms repeat why', async () => {
    const dom = await open({ answer }, '<a id="on" href="/next">x</a><form action="/next"></form><b>x</b>');
    const acts: (() => boolean)[] = [
      () => find('#on').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
      () => find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
      () => find('b').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
    ];
    const outcomes = async (): Promise<unknown[]> => {
      const seen: unknown[] = [];
      for (const act of acts) {
        find('[data-status]').textContent = '';
        const isLeft = act();
        await dom.pass();
        seen.push([isLeft, statusText()]);
      }
      return seen;
    };
    expect(await outcomes()).toEqual(Array(3).fill([true, '']));
    dom.connect(false);
    await dom.pass();
    const held = [false, 'Keine Verbindung.'];
    expect(await outcomes()).toEqual([held, held, [true, '']]);
  });
});

test.each([
  [{ old: encodeURIComponent('Preise von gestern') }, 'Preise von gestern'],
  [{}, undefined],
] as const)('with %j the page says of its prices: %s', async (serverTiming, text) => {
  await openDom(page(), { serverTiming });
  const { announceOldPrices } = await import('./online-state.js');
  announceOldPrices();
  expect(document.querySelector('.site-header .old-note')?.textContent).toBe(text);
  expect([statusText(), document.documentElement.dataset.old]).toEqual([text ?? '', text && '']);
});
