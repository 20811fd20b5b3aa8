import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Dom, type DomOptions, find, findAll, openDom, origin } from '../test/support/dom.js';
import { about, golf, keep, keeping, polo } from '../test/support/kept-vehicles.js';

/** A page with the work that the loader does right after the first paint. */
const page = (body = '', root = '') =>
  `<html data-build="b" data-country="DE" data-src="/build/deferred.js /build/deferred.css" ${root}><body>
  <a href="/cart" data-cart-link="">Warenkorb <span data-cart-count="" hidden=""></span></a>
  <code data-support-code=""></code><button data-save="1000"></button><button data-save="2000"></button>
  ${body}</body></html>`;
/** Runs the loader where a page has it, and then the event of the parsed page. */
async function runLoader(parseRest = () => {}): Promise<void> {
  await import('./loader.js');
  parseRest();
  document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
}
async function open(options: DomOptions = {}, html = page()): Promise<Dom> {
  const dom = await openDom(html, options);
  await runLoader();
  await dom.pass(40);
  return dom;
}
const count = (): unknown[] => [find('[data-cart-count]').textContent, find('[data-cart-count]').hidden];
const storedModel = (): unknown => JSON.parse(localStorage.vehicle ?? '{}').modelId;
const aboutPolo = page('', about(polo));

test('before the first paint the page makes no request and shows nothing of the visitor', async () => {
  const dom = await openDom(page(), { cookies: ['cartCount=3'] });
  await runLoader();
  await dom.pass(10);
  expect(count()).toEqual(['', true]);
  await dom.pass(10);
  expect(count()).toEqual(['3', false]);
  expect(dom.asked).toEqual([]);
});

test.each([
  [[], '0', true],
  [['cartCount=0'], '0', true],
  [['cartCount=12'], '12', false],
  [['xcartCount=12'], '0', true],
])('with the cookies %p the cart has %s', async (cookies, text, isHidden) => {
  await open({ cookies });
  expect(count()).toEqual([text, isHidden]);
});

test('the account, what is saved, and the support code come from the response', async () => {
  await open({ cookies: ['account=active.2000'], serverTiming: { rid: 'ABC-123' } });
  expect(document.documentElement.dataset.account).toBe('active.2000');
  expect(findAll('[data-save]').map((button) => button.hasAttribute('data-saved'))).toEqual([false, true]);
  expect(find('[data-support-code]').textContent).toBe('ABC-123');
});

test('a page from the back/forward cache shows the current count, account and vehicle', async () => {
  const own = '<template data-own=""><p class="own" data-slot="{{make}} {{series}}"></p></template>';
  const dom = await open({ cookies: ['cartCount=3', 'account=in'] }, page(own));
  document.cookie = 'cartCount=5;path=/';
  document.cookie = 'account=;path=/;max-age=0';
  localStorage.vehicle = JSON.stringify(golf);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(count()).toEqual(['3', false]);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect([...count(), document.documentElement.dataset.account]).toEqual(['5', false, '']);
  expect(find('.own').textContent).toBe('Volkswagen Golf VII');
  expect(dom.asked).toEqual([]);
});

test.each([
  ['/Ersatzteile/VW-Polo-V/3-2000-', '2000'],
  ['/Ersatzteile/VW-Polo-V/3-2000--12', '2000'],
  ['/Bremsscheiben/VW-Polo-V/3-2000-1523', undefined],
  ['/Teilenummernsuche/ATE/1?modelId=2000', undefined],
])('without a vehicle that was kept before, %s makes the device keep %s', async (path, expected) => {
  await open({ path }, aboutPolo);
  expect(storedModel()).toBe(expected);
});

test.each([
  { named: null, kept: null, state: 'none' },
  { named: null, kept: golf, state: 'own' },
  { named: golf, kept: golf, state: 'own' },
  { named: polo, kept: golf, state: 'link' },
  { named: polo, kept: null, state: 'link' },
])(
  'a page about $named.series beside a kept $kept.series is in the state $state, before it is painted if it names one',
  async (each) => {
    const { named, kept, state } = each;
    const root = named ? about(named) : '';
    const storage = kept ? keeping(kept) : {};
    const dom = await openDom(page('', root), { path: '/Teilenummernsuche/ATE/1', storage });
    await runLoader(() => expect(document.documentElement.dataset.car).toBe(root ? state : undefined));
    await dom.pass(40);
    expect(document.documentElement.dataset.car).toBe(state);
  },
);

test.each([
  ['a page of elsewhere', 'http://elsewhere.example/x', 0, '1000'],
  ['a page of elsewhere, with a redirect', 'http://elsewhere.example/2-100-', 1, '1000'],
  ['our page of its series', `${origin}/Ersatzteile/VW-Polo-V/2-200-`, 0, '2000'],
  ['our page of its make', `${origin}/Ersatzteile/VW/1-10-`, 0, '2000'],
  ['another page of ours', `${origin}/Warenkorb`, 0, '1000'],
  ['a picker of ours, which leads here by a redirect', `${origin}/Warenkorb`, 1, '2000'],
  ['a page beside it, by a redirect', `${origin}/Bremsscheiben/VW-Polo-V/3-2000-1523`, 1, '1000'],
  ['an address that names it, by a redirect', `${origin}/x?modelId=2000`, 1, '1000'],
  ['an address that names a longer one, by a redirect', `${origin}/x?modelId=20001`, 1, '2000'],
  ['an address that only begins as ours', `${origin}.evil/2-200-`, 0, '1000'],
])('beside a vehicle that was kept before, it comes from %s', async (_, referrer, redirectCount, expected) => {
  await open({ storage: keeping(golf), referrer, navigation: { redirectCount } }, aboutPolo);
  expect(storedModel()).toBe(expected);
});

const own = `<template data-own="2000"><div class="own"><b data-slot="{{make}} {{series}}"></b>
  <a data-href="/Ersatzteile/{{slug}}/3-{{modelId}}-"></a></div></template>`;
test('the kept vehicle is shown where the page has a place for it, and taken away with it', async () => {
  await open({ storage: keeping(golf) }, page(own));
  expect([find('.own b').textContent, find<HTMLAnchorElement>('.own a').getAttribute('href')]).toEqual([
    'Volkswagen Golf VII',
    '/Ersatzteile/VW-Golf-VII/3-1000-',
  ]);
  keep(polo);
  // The page concerns the kept vehicle.
  expect(findAll('.own')).toEqual([]);
  keep(golf);
  expect(findAll('.own').length).toBe(1);
  keep(null);
  expect(findAll('.own')).toEqual([]);
});

test('a page about another vehicle fills in its header at once, and its main part as soon as that is parsed', async () => {
  await openDom(page(own, about(polo)), { storage: keeping(golf) });
  find('template').dataset.own = '3000';
  await runLoader(() => {
    expect(findAll('.own').length).toBe(1);
    document.body.append(find('template').cloneNode(true));
    expect(findAll('.own').length).toBe(1);
  });
  expect(findAll('.own b').map((name) => name.textContent)).toEqual(['Volkswagen Golf VII', 'Volkswagen Golf VII']);
});

test.each([
  ['', '/api/add', '/api/add?modelId=1000'],
  ['', '/api/add?a=1', '/api/add?a=1&modelId=1000'],
  ['', '/api/add?modelId=3000', '/api/add?modelId=3000'],
  [about(polo), '/api/add', '/api/add'],
])('a page with %p asks %s for the kept vehicle', async (root, address, expected) => {
  await openDom(page('', root), { storage: keeping(golf) });
  const { withModel } = await import('./enhance/vehicle.js');
  expect(withModel(address)).toBe(expected);
  localStorage.removeItem('vehicle');
  expect(withModel(address)).toBe(address);
});

test.each([
  ['/Ersatzteile/VW/1-10-', '/x'],
  ['/Ersatzteile/VW-Polo-V/2-200-', '/x'],
  ['/Ersatzteile/Alle-Fahrzeuge/--', '/x?modelId=1000'],
])('on %s the kept vehicle is meant: %s', async (path, expected) => {
  await openDom(page(), { storage: keeping(golf), path });
  const { withModel } = await import('./enhance/vehicle.js');
  expect(withModel('/x')).toBe(expected);
});

const deferred = `data-src="${join(import.meta.dirname, 'deferred.ts')} /build/deferred.css"`;
test.each([
  ['nothing is known of the visitor', {}, page(), false],
  ['prices are old', { serverTiming: { old: 'alt' } }, page(), true],
  ['offers could show shipping for a cart', { cookies: ['cartCount=1'] }, page('<p data-goes-with=""></p>'), true],
  ['a cart has no offers to tell', { cookies: ['cartCount=1'] }, page(), false],
  ['offers have no cart', {}, page('<p data-goes-with=""></p>'), false],
  ['lines of a cart may have answers', {}, page('<p data-model="1000"></p>'), true],
  ['a vehicle is kept', { storage: keeping(golf) }, page(), true],
] as const)('whether the deferred module runs at once: %s', async (_, options, html, isRun) => {
  await open(options, html.replace(/data-src="[^"]*"/, deferred));
  expect(document.querySelector('.loading-bar') !== null).toBe(isRun);
});

test('one reload requests the visitor’s country, which is dropped if the shop refuses it', async () => {
  const arrive = async (options: DomOptions): Promise<readonly string[]> =>
    (await open(options, page().replace(/data-src="[^"]*"/, deferred))).left;
  const cookies = ['country=FR'];
  expect(await arrive({ cookies })).toEqual(['reload']);
  expect(document.cookie).toContain('country=FR');
  expect(await arrive({ cookies, navigation: { type: 'reload' } })).toEqual([]);
  expect(document.cookie).not.toContain('country=FR');
  expect(await arrive({ cookies, navigation: { type: 'back_forward' } })).toEqual(['reload']);
  expect(await arrive({ cookies: ['country='], storage: keeping(golf) })).toEqual([]);
  expect(await arrive({ cookies: ['country=DE'] })).toEqual([]);
  expect(document.cookie).toContain('country=DE');
  // The kept vehicle brings the script.
  expect(await arrive({ storage: keeping(golf) })).toEqual([]);
});

test('the deferred module remembers the edition of a link, and pages that sell show shipping for a cart', async () => {
  const words = '<p data-goes-with="7" data-parcel="{{amount}}"></p><div id="o1"><p class="offer-shipping"></p></div>';
  const link = '<a href="/fr-FR/" hreflang="fr-FR">Français</a>';
  const buying = join(import.meta.dirname, 'buying.ts');
  const html = page(words + link).replace(
    /data-src="[^"]*"/,
    deferred.replace('css"', `css /sentences.json ${buying}"`),
  );
  const dom = await open(
    {
      cookies: ['cartCount=1'],
      answer: ({ address }) => ({
        body: address.includes('Versand') ? '{"offers":[{"id":"1","amount":"2 €"}]}' : '{}',
      }),
    },
    html,
  );
  await dom.pass(100);
  find('[hreflang]').click();
  expect([find('.offer-shipping').textContent, document.cookie]).toEqual(['+2 €', 'cartCount=1; locale=fr-FR']);
});
