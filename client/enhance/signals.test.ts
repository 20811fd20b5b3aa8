import { describe, expect, test } from 'vitest';
import { type Dom, type DomOptions, find, openDom } from '../../test/support/dom.js';

/** Script shows the loading bar, and fetches pages ahead. */
const page = (body = '', root = '') =>
  `<html data-build="b" ${root}><body><header class="site-header"></header><p data-status=""></p>${body}</body></html>`;

describe('the loading bar', () => {
  const links = `<a id="on" href="/next">x</a><a id="same" href="#part">x</a><a id="other" href="/next#part">x</a>
    <a id="out" href="http://elsewhere.example/">x</a><a id="tab" href="/next" target="_blank">x</a>
    <a id="file" href="/next" download="">x</a><p id="none">x</p><form id="form" action="/next"></form>`;
  interface Moves {
    frames: unknown;
    ms: unknown;
    isFinished: boolean;
  }
  let moves: Moves[];
  async function open(options: DomOptions = {}): Promise<Dom> {
    const dom = await openDom(page(links), { path: '/here', matches: () => false, ...options });
    moves = [];
    Object.assign(Element.prototype, {
      animate(frames: unknown, ms: unknown) {
        moves.push({ frames, ms, isFinished: false });
      },
      getAnimations: () => moves.map((one) => ({ finish: () => Object.assign(one, { isFinished: true }) })),
    });
    const { showLoading } = await import('./loading-bar.js');
    showLoading();
    addEventListener('click', (event) => event.preventDefault());
    return dom;
  }
  const isShown = (): boolean => !find('.loading-bar').hidden;
  const click = (id: string, init: MouseEventInit = {}): boolean =>
    find(`#${id}`).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
  const load = (work: Promise<unknown>): boolean => dispatchEvent(new CustomEvent('loading', { detail: work }));

  test('shows a fifth of a second after a link of ours, and runs for five seconds', async () => {
    const dom = await open();
    expect([isShown(), find('.loading-bar').getAttribute('aria-hidden') ?? find('.loading-bar').ariaHidden]).toEqual([
      false,
      'true',
    ]);
    click('on');
    await dom.clock.advance(199);
    expect(isShown()).toBe(false);
    await dom.clock.advance(1);
    expect(isShown()).toBe(true);
    expect(moves).toEqual([
      { frames: [{ transform: 'scaleX(0)' }, { transform: 'none' }], ms: 5000, isFinished: false },
    ]);
    click('on');
    await dom.clock.advance(1000);
    expect(moves.length).toBe(1);
  });

  test('shows that long after the first of several works', async () => {
    const dom = await open();
    load(new Promise(() => {}));
    await dom.clock.advance(150);
    load(new Promise(() => {}));
    await dom.clock.advance(50);
    expect(isShown()).toBe(true);
  });

  test('does not move for visitors who want no motion', async () => {
    const dom = await open({ matches: (query) => query === '(prefers-reduced-motion: reduce)' });
    click('on');
    await dom.clock.advance(200);
    expect([isShown(), moves]).toEqual([true, []]);
  });

  test.each([
    ['on', {}, true],
    ['other', {}, true],
    ['same', {}, false],
    ['out', {}, false],
    ['tab', {}, false],
    ['file', {}, false],
    ['none', {}, false],
    ['on', { metaKey: true }, false],
    ['on', { ctrlKey: true }, false],
    ['on', { shiftKey: true }, false],
    ['on', { altKey: true }, false],
    ['on', { button: 1 }, false],
  ])('a click on #%s with %j shows it: %s', async (id, init, isExpected) => {
    const dom = await open();
    click(id, init);
    await dom.clock.advance(200);
    expect(isShown()).toBe(isExpected);
  });

  test('a click that a widget has taken shows nothing', async () => {
    const dom = await open();
    find('#on').addEventListener('click', (event) => event.preventDefault());
    click('on');
    await dom.clock.advance(200);
    expect(isShown()).toBe(false);
  });

  test.each([
    ['that goes', false, true],
    ['that a widget has taken', true, false],
  ])('a form %s', async (_, isTaken, isExpected) => {
    const dom = await open();
    if (isTaken) find('#form').addEventListener('submit', (event) => event.preventDefault());
    find('#form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await dom.clock.advance(200);
    expect(isShown()).toBe(isExpected);
  });

  test('stays for half a second after all work has ended or failed', async () => {
    const dom = await open();
    // Every page fires this event, also without any work.
    dispatchEvent(new Event('pageshow'));
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    load(first.promise);
    load(second.promise);
    await dom.clock.advance(200);
    first.resolve();
    await dom.clock.advance(600);
    expect([isShown(), moves[0]?.isFinished]).toEqual([true, false]);
    second.reject(new Error('x'));
    await dom.clock.advance(0);
    expect(moves[0]?.isFinished).toBe(true);
    await dom.clock.advance(499);
    expect(isShown()).toBe(true);
    await dom.clock.advance(1);
    expect(isShown()).toBe(false);
  });

  test('does not show for short work, and restarts while it is visible', async () => {
    const dom = await open();
    load(Promise.resolve());
    await dom.clock.advance(1000);
    expect(isShown()).toBe(false);
    const work = Promise.withResolvers<void>();
    load(work.promise);
    await dom.clock.advance(200);
    work.resolve();
    await dom.clock.advance(400);
    load(new Promise(() => {}));
    await dom.clock.advance(1000);
    expect([isShown(), moves.length]).toEqual([true, 1]);
  });

  test('ends on a page from the back/forward cache, whatever was running', async () => {
    const dom = await open();
    click('on');
    click('on');
    await dom.clock.advance(200);
    dispatchEvent(new Event('pageshow'));
    await dom.clock.advance(500);
    expect(isShown()).toBe(false);
    dispatchEvent(new Event('pageshow'));
    click('on');
    await dom.clock.advance(200);
    expect(isShown()).toBe(true);
  });
});

describe('a page that a pointer intends', () => {
  const links = `<a id="ahead" class="part" href="/next?a=1"><b>x</b></a><a id="other" href="/other">x</a>
    <a id="here" class="part" href="/here#x">x</a>`;
  const rules = { body: '{"prefetch":[{"where":{"selector_matches":".part"}}]}' };
  async function open(options: DomOptions & { hasRules?: boolean; savesData?: boolean } = {}): Promise<Dom> {
    const dom = await openDom(page(links), {
      path: '/here',
      answer: ({ address }) => (address === '/prefetch.json' ? rules : { body: '' }),
      ...options,
    });
    Object.assign(HTMLScriptElement, { supports: (kind: string) => kind === 'speculationrules' && options.hasRules });
    Object.defineProperty(navigator, 'connection', { value: { saveData: options.savesData }, configurable: true });
    const { prefetchOnIntent } = await import('./prefetch.js');
    prefetchOnIntent();
    await dom.pass();
    return dom;
  }
  const point = (type: string, selector: string): boolean =>
    find(selector).dispatchEvent(new Event(type, { bubbles: true }));
  const asked = ({ asked: all }: Dom) => all.map(({ address }) => address).slice(1);

  test('is fetched once a pointer rests on its link', async () => {
    const dom = await open();
    expect(dom.asked[0]?.address).toBe('/prefetch.json');
    point('mouseover', '#ahead b');
    await dom.pass(64);
    expect(asked(dom)).toEqual([]);
    await dom.pass(1);
    expect(asked(dom)).toEqual(['/next?a=1']);
    point('pointerdown', '#ahead');
    await dom.pass(100);
    expect(asked(dom)).toEqual(['/next?a=1']);
  });

  test('is not fetched where the pointer moves on, and at once where it presses', async () => {
    const dom = await open();
    point('mouseover', '#ahead');
    await dom.pass(60);
    point('mouseover', '#other');
    await dom.pass(100);
    expect(asked(dom)).toEqual([]);
    point('pointerdown', '#ahead');
    await dom.pass();
    expect(asked(dom)).toEqual(['/next?a=1']);
  });

  test.each(['#other', '#here', '[data-status]'])('is not fetched of %s', async (selector) => {
    const dom = await open();
    point('pointerdown', selector);
    await dom.pass();
    expect(asked(dom)).toEqual([]);
  });

  test('is fetched again after a failure', async () => {
    const dom = await open({ answer: ({ address }) => (address === '/prefetch.json' ? rules : null) });
    point('pointerdown', '#ahead');
    await dom.pass();
    point('pointerdown', '#ahead');
    await dom.pass();
    expect(asked(dom)).toEqual(['/next?a=1', '/next?a=1']);
  });

  test.each([{ hasRules: true }, { savesData: true }])('is left to the browser with %j', async (options) => {
    const dom = await open(options);
    point('pointerdown', '#ahead');
    await dom.pass();
    expect(dom.asked).toEqual([]);
  });

  test('is not fetched without the rules', async () => {
    const dom = await open({ answer: () => null });
    point('pointerdown', '#ahead');
    await dom.pass();
    expect(dom.asked.length).toBe(1);
  });
});
