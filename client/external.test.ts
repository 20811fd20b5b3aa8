import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { type Dom, type DomOptions, find, findAll, openDom } from '../test/support/dom.js';

/** A page with content of other sites, and the page for robots. */
const page = (data: string) => `<html><body>
  <div data-embed="https://youtube.com/v" data-host="youtube.com" data-title="Einbau">Video</div>
  <div data-embed="https://maps.example/m" data-host="maps.example" data-title="Karte">Karte</div>
  <script ${data}></script></body></html>`;
const both = 'data-badge="badge.example" data-tags="https://tags.example/t.js"';
const exposures = JSON.stringify({ exposures: [{ experiment: 'price', variation: 'b' }] });
async function open(hosts: string, options: DomOptions = {}, data = both): Promise<Dom> {
  const dom = await openDom(page(data), {
    cookies: hosts ? [`consentHosts=${encodeURIComponent(hosts)}`] : [],
    answer: ({ address }) => (address === '/api/experiments' ? { body: exposures } : null),
    ...options,
  });
  Reflect.deleteProperty(globalThis, 'dataLayer');
  await import('./external.js');
  await dom.pass();
  return dom;
}
const frames = () => findAll<HTMLIFrameElement>('iframe').map(({ src, title }) => [src, title]);
const tags = () => findAll<HTMLScriptElement>('head script').map(({ src, async }) => [src, async]);

test('nothing of another site is shown before the visitor allows it', async () => {
  const dom = await open('');
  expect([frames(), tags(), dom.asked, findAll('[data-embed]').length]).toEqual([[], [], [], 2]);
});

test('a document of an allowed host replaces its link, in a frame with minimal rights', async () => {
  await open('youtube.com');
  expect([frames(), findAll('[data-embed]').length, tags()]).toEqual([[['https://youtube.com/v', 'Einbau']], 1, []]);
  const frame = find<HTMLIFrameElement>('iframe');
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-popups allow-presentation');
  expect([frame.referrerPolicy, frame.loading, frame.className, frame.allowFullscreen]).toEqual([
    'strict-origin',
    'lazy',
    'embedded-document',
    true,
  ]);
});

test('the badge is shown where it was allowed and has room', async () => {
  await open('badge.example', { matches: (query) => query === '(min-width: 641px)' });
  expect(frames().map(([, title]) => title)).toEqual(['badge.example']);
  const badge = find<HTMLIFrameElement>('iframe');
  expect([badge.getAttribute('src'), badge.width, badge.height, badge.style.position]).toEqual([
    '/trust-badge',
    '160',
    '80',
    'fixed',
  ]);
  await open('badge.example', { matches: () => false });
  expect(frames()).toEqual([]);
  await open('badge.example', {}, '');
  expect(frames()).toEqual([]);
});

test('the tag manager loads and gets the variations of this visitor', async () => {
  const dom = await open('tags.example');
  expect([tags(), dom.asked.map(({ address }) => address)]).toEqual([
    [['https://tags.example/t.js', true]],
    ['/api/experiments'],
  ]);
  expect(window.dataLayer).toEqual([
    { event: 'gtm.js', 'gtm.start': expect.any(Number) },
    { event: 'experiment_viewed', experiment_id: 'price', variation_id: 'b' },
  ]);
});

test('a host with a port is allowed only with this port', async () => {
  const data = 'data-tags="https://tags.example:8443/t.js"';
  await open('tags.example', {}, data);
  expect(tags()).toEqual([]);
  await open('tags.example:8443', {}, data);
  expect(tags().length).toBe(1);
});

test.each([
  ['fail', { status: 503, body: exposures }],
  ['cannot be had', null],
])('the tag manager gets no experiments that %s', async (_, response) => {
  await open('tags.example', { answer: () => response });
  expect([tags().length, window.dataLayer?.length]).toEqual([1, 1]);
});

const robot = (bits: number) => `<html><body><form data-difficulty-bits="${bits}" action="/bot">
  <input name="wait" value="token"><input name="solution"><button>Weiter</button><output data-busy="Einen Moment"></output>
  </form></body></html>`;
const solution = () => find<HTMLInputElement>('[name=solution]').value;
const submit = (): boolean => find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
async function openRobot(isSecure: boolean, bits = 10): Promise<Dom> {
  const dom = await openDom(robot(bits));
  Object.defineProperty(globalThis, 'isSecureContext', { value: isSecure, configurable: true });
  return dom;
}

test('the page for robots solves its puzzle by itself, and sends itself once that is done', async () => {
  const dom = await openRobot(true);
  const sent = Promise.withResolvers<void>();
  Object.defineProperty(find('form'), 'submit', { value: () => sent.resolve() });
  await import('./bot.js');
  expect([submit(), submit()]).toEqual([false, false]);
  expect([find('button').getAttribute('aria-busy'), find('output').textContent]).toEqual(['true', 'Einen Moment']);
  await sent.promise;
  const hash = createHash('sha256').update(`token.${solution()}`).digest();
  expect(hash.readUInt32BE(0) >>> 22).toBe(0);
  // No smaller number solves it.
  for (let number = 0; number < Number(solution()); number += 1)
    expect(createHash('sha256').update(`token.${number}`).digest().readUInt32BE(0) >>> 22).not.toBe(0);
  expect([submit(), dom.left]).toEqual([true, []]);
});

test('the page for robots sends itself without a solution if the browser fails', async () => {
  const dom = await openRobot(true);
  const digest = vi.spyOn(crypto.subtle, 'digest').mockRejectedValue(new Error('x'));
  await import('./bot.js');
  expect(submit()).toBe(false);
  await dom.pass();
  digest.mockRestore();
  expect([dom.left, solution()]).toEqual([['submit /bot'], '']);
});

test('the page for robots waits where the browser may not hash', async () => {
  await openRobot(false);
  await import('./bot.js');
  expect([submit(), solution()]).toEqual([true, '']);
});
