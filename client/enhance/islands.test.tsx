import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { type Dom, type DomOptions, find, findAll, openDom } from '../../test/support/dom.js';
import { examples } from '../../views/islands/save-vehicle.examples.js';
import { SaveVehicle, type SaveVehicleProps } from '../../views/islands/save-vehicle.island.js';

/** Widgets are fetched when the page is idle, and evaluated at the first touch. */
const props = Object.values(examples)[0] as SaveVehicleProps;
const { texts, ...own } = props;
const files = {
  deferred: '../deferred.js',
  hydrate: '../hydrate.js',
  island: '../../views/islands/save-vehicle.island.js',
};
const widget = (source: string, given: object = props, attributes = '') =>
  `<is-land data-island="save-vehicle" data-src="${source}" data-state="waiting" ${attributes}
    data-props='${JSON.stringify(given)}'>${renderToString(createElement(SaveVehicle.islandView, props))}</is-land>`;
const page = (body: string) =>
  `<html data-build="b" data-src="${files.deferred} /build/deferred.css /build/sentences.json ${files.hydrate}"><body>
  ${body}<p id="rest">x</p></body></html>`;
const touch = (selector: string, type = 'pointerdown'): boolean =>
  find(selector).dispatchEvent(new Event(type, { bubbles: true }));
const state = () => find('is-land').dataset.state;
const isDeferredThere = (): boolean => document.querySelector('.loading-bar') !== null;

async function open(body = widget(files.island), options: DomOptions = {}): Promise<Dom> {
  const dom = await openDom(page(body), { answer: () => null, ...options });
  const { watchIslands } = await import('./islands.js');
  watchIslands();
  return dom;
}
/** Runs pending work until none is left. */
async function settle(dom: Dom): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await dom.pass();
}

describe('the code of widgets', () => {
  const asked = (dom: Dom) => dom.asked.map(({ address }) => address);
  /** The page's own files come first. */
  const shared = ['/deferred.js', '/build/deferred.css', '/build/sentences.json', '/hydrate.js'];
  const body =
    widget('/build/a.js /build/b.js') +
    widget('/build/b.js /build/c.js') +
    widget('/build/d.js', props, 'data-when="intent"');

  test('is fetched once the page has loaded, one file at a time while it rests, each once', async () => {
    const dom = await open(body, { answer: () => ({}) });
    await dom.pass(1000);
    expect(asked(dom)).toEqual([]);
    dispatchEvent(new Event('load'));
    await dom.pass(50);
    expect(asked(dom)).toEqual(shared.slice(0, 1));
    await dom.pass(1000);
    expect(asked(dom)).toEqual([...shared, '/build/a.js', '/build/b.js', '/build/c.js']);
    expect(findAll('is-land').map(({ dataset }) => dataset.state)).toEqual(['waiting', 'waiting', 'waiting']);
  });

  test('is fetched further if one file fails', async () => {
    const dom = await open(body);
    dispatchEvent(new Event('load'));
    await dom.pass(1000);
    expect(asked(dom).length).toBe(7);
  });

  test('is not fetched ahead for a visitor who saves data', async () => {
    const dom = await open(body);
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    dispatchEvent(new Event('load'));
    await dom.pass(1000);
    expect(asked(dom)).toEqual([]);
  });
});

describe('the first touch', () => {
  test.each(['pointerdown', 'focusin', 'keydown'])('hydrates a widget: %s', async (type) => {
    const dom = await open();
    touch('is-land button', type);
    expect(state()).toBe('loading');
    await settle(dom);
    expect([state(), isDeferredThere()]).toEqual(['ready', true]);
  });

  test('and its click leave the processor to the widget until it is ready', async () => {
    const loaded = Promise.withResolvers<{ body: string }>();
    const dom = await open(widget(`/build/texts.json ${files.island}`, own), { answer: () => loaded.promise });
    touch('is-land button');
    touch('is-land button', 'click');
    for (let turn = 0; turn < 20; turn += 1) await vi.dynamicImportSettled();
    expect([state(), isDeferredThere()]).toEqual(['loading', false]);
    loaded.resolve({ body: JSON.stringify({ texts }) });
    await settle(dom);
    expect([state(), isDeferredThere()]).toEqual(['ready', true]);
  });

  test('elsewhere on the page loads the deferred module only', async () => {
    const dom = await open();
    touch('#rest');
    await settle(dom);
    expect([state(), isDeferredThere()]).toEqual(['waiting', true]);
  });

  test('of an add button leaves the deferred module to the add', async () => {
    const dom = await open('<form data-add="1"><button class="buy">x</button></form>');
    touch('.buy');
    await settle(dom);
    expect(isDeferredThere()).toBe(false);
  });

  test('is also a lost connection, which loads the deferred module', async () => {
    const dom = await open();
    dispatchEvent(new Event('offline'));
    await settle(dom);
    expect(isDeferredThere()).toBe(true);
  });

  test('loads the texts of the edition with the code; without them the widget waits for the next touch', async () => {
    let hasTexts = false;
    const dom = await open(widget(`/build/texts.json ${files.island}`, own), {
      answer: ({ address }) =>
        address.endsWith('texts.json') && hasTexts ? { body: JSON.stringify({ texts }) } : null,
    });
    touch('is-land button');
    await settle(dom);
    expect(state()).toBe('waiting');
    hasTexts = true;
    touch('is-land button');
    await settle(dom);
    expect([state(), find('is-land button').textContent]).toEqual(['ready', texts.submit]);
  });

  test.each([
    ['half', { body: '{"texts":' }],
    ['an error', { status: 503, body: JSON.stringify({ texts }) }],
  ])('with texts that are %s the widget waits', async (_, response) => {
    const dom = await open(widget(`/build/texts.json ${files.island}`, own), {
      answer: ({ address }) => (address.endsWith('texts.json') ? response : null),
    });
    touch('is-land button');
    await settle(dom);
    expect(state()).toBe('waiting');
  });

  test('of a file that a new build has replaced reloads the page once', async () => {
    const dom = await open(widget('../missing.js'));
    // An older build has failed before.
    sessionStorage.failed = 'a';
    touch('is-land button');
    await settle(dom);
    expect([state(), dom.left, sessionStorage.failed]).toEqual(['failed', ['reload'], 'b']);
    const again = await openDom(page(widget('../missing.js')));
    sessionStorage.failed = 'b';
    const { watchIslands } = await import('./islands.js');
    watchIslands();
    touch('is-land button');
    await settle(again);
    expect([state(), again.left]).toEqual(['failed', []]);
  });

  test('of a widget that crashes restores the server’s HTML', async () => {
    await open(widget(files.island, { ...props, texts: null }));
    const html = find('is-land').innerHTML;
    const { hydrate } = await import('../hydrate.js');
    const loaded = [undefined, await import('../../views/islands/save-vehicle.island.js')];
    await expect(hydrate(find('is-land'), loaded)).rejects.toThrow(TypeError);
    expect([state(), find('is-land').innerHTML]).toEqual(['failed', html]);
  });
});

describe('a widget that is alive', () => {
  const outcome = () => find('[role=status]').textContent;
  async function press(answer: DomOptions['answer']): Promise<Dom> {
    const dom = await open(widget(files.island), {
      answer: (asked) => {
        if (asked.address === '/api/session') return { body: '{"csr":"a","ts":1}' };
        return asked.address.startsWith('/api/') ? (answer?.(asked) ?? null) : null;
      },
    });
    touch('is-land button');
    await settle(dom);
    find<HTMLButtonElement>('is-land button').click();
    await settle(dom);
    return dom;
  }

  test('saves the vehicle', async () => {
    const dom = await press(() => ({ body: '{"success":true}' }));
    const call = dom.asked.find(({ address }) => address.startsWith('/api/user/'));
    expect([call?.method, call?.address, call?.body]).toEqual([
      'POST',
      '/api/user/vehicles?locale=de-AT',
      '{"modelId":"900"}',
    ]);
    expect([outcome(), find('is-land a').getAttribute('href')]).toEqual([texts.saved, props.listUrl]);
    expect(document.documentElement.dataset.account).toBe('active');
  });

  test.each([
    ['asks for a login', { status: 401, body: '{}' }, texts.hint],
    ['says why it was refused', { status: 409, body: '{"title":"Zu viele."}' }, 'Zu viele.'],
    ['says that the shop failed', { status: 503, body: '{"title":"unavailable"}' }, texts.failed],
    ['says so of rubbish', { body: '<p>WLAN' }, texts.failed],
    ['says so of no connection', null, texts.failed],
  ])('%s', async (_, response, words) => {
    await press(() => response);
    expect([outcome(), document.querySelector('[aria-busy]')]).toEqual([words, null]);
  });
});

describe('what leads to the deferred module', () => {
  const form = '<form data-opens="/fragments/x.html" data-kind="country" action="/page"><button>x</button></form>';
  const link = '<a data-fragment="part" href="/page#part"><b>x</b></a>';
  async function follow(act: () => unknown): Promise<Dom> {
    const dom = await open(`${form + link}<section id="part"></section>`);
    const { openOnSubmit, showOnClick } = await import('./islands.js');
    addEventListener('submit', openOnSubmit);
    addEventListener('click', showOnClick);
    act();
    await settle(dom);
    return dom;
  }
  const click = (init: MouseEventInit = {}): boolean =>
    find('b').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));

  test('a form opens its dialog, or its page', async () => {
    const dom = await follow(() => find<HTMLButtonElement>('form button').click());
    expect([dom.asked.some(({ address }) => address === '/fragments/x.html'), dom.left]).toEqual([
      true,
      ['submit /page'],
    ]);
  });

  test('a link loads its section, but not in another tab', async () => {
    expect((await follow(click)).left).toEqual(['assign #part']);
    for (const init of [{ metaKey: true }, { ctrlKey: true }])
      expect((await follow(() => expect(click(init)).toBe(true))).left).toEqual([]);
  });

  test('without the module the form and the link open their pages', async () => {
    const dom = await openDom(page(form + link).replace(files.deferred, '../missing.js'));
    const { openOnSubmit, showOnClick } = await import('./islands.js');
    addEventListener('submit', openOnSubmit);
    addEventListener('click', showOnClick);
    find<HTMLButtonElement>('form button').click();
    await settle(dom);
    click();
    await settle(dom);
    expect(dom.left).toEqual(['submit /page', 'assign http://shop.example/page#part']);
  });
});
