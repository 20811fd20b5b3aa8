import { expect, test } from 'vitest';
import { type Answer, type Asked, type Dom, find, openDom } from '../test/support/dom.js';
import { golf, keeping } from '../test/support/kept-vehicles.js';

/** The scripts of a page start all their parts. */
const page = (body: string, files = '') => `<html data-build="b" data-locale="de-DE" data-country="DE" data-vitals="100"
  data-src="/build/deferred.js /build/deferred.css /build/sentences.json ${files}"><body>
  <header class="site-header"></header><a href="/cart" data-cart-link="">x <b data-cart-count="" hidden=""></b></a>
  <p data-status="" data-added="Drin: {{count}}." data-failed="Nicht geklappt."></p><main>${body}</main></body></html>`;
const sentences = '{"offline":"Keine Verbindung.","online":"Wieder da.","status":{},"selling":{}}';
const rules = '{"prefetch":[{"where":{"selector_matches":"a"}}]}';
const answer = ({ address }: Asked): Answer => {
  if (address.includes('sentences')) return { body: sentences };
  return address === '/prefetch.json' ? { body: rules } : null;
};
const asked = (dom: Dom, path: string) => dom.asked.filter(({ address }) => address.startsWith(path)).length;
const fire = (selector: string, type: string): boolean =>
  find(selector).dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));

test('the deferred module reports, follows the vehicle and the connection, and leads lists, links and forms', async () => {
  const list = `<section id="liste"><form action="/list"><select name="sort"><option value="best" selected="">x</option>
    <option value="price">x</option></select></form></section>`;
  const dom = await openDom(
    page(`<ul data-fits="7"><li><i class="fit-mark">?</i></li></ul><a id="on" href="/Bremsen/Alle-Fahrzeuge/--1">x</a>
      <form id="plain" action="/plain"><button>x</button></form>${list}`),
    { storage: keeping(golf), serverTiming: { old: 'Preise von gestern' }, answer },
  );
  await import('./deferred.js');
  await dom.pass();
  expect([asked(dom, '/api/vehicle/models/1000/fits'), asked(dom, '/prefetch.json')]).toEqual([1, 1]);
  expect(JSON.parse(localStorage.garage)[0].modelId).toBe('1000');
  fire('#on', 'pointerover');
  expect(find('#on').getAttribute('href')).toBe('/Bremsen/VW-Golf-VII/3-1000-1');
  fire('body > link', 'load');
  await dom.pass();
  expect(find('.old-note').textContent).toBe('Preise von gestern');
  fire('#plain', 'submit');
  expect(dom.left).toEqual(['assign http://shop.example/plain']);
  find<HTMLSelectElement>('select').value = 'price';
  fire('select', 'change');
  await dom.pass();
  expect(asked(dom, '/list')).toBe(1);
  dom.connect(false);
  await dom.pass();
  expect(find('.offline-note:not(.old-note)').textContent).toBe('Keine Verbindung.');
  dispatchEvent(Object.assign(new Event('error'), { error: { stack: 'Error: x' }, filename: '' }));
  dispatchEvent(new Event('pagehide'));
  expect(dom.beacons.map(([address]) => address)).toEqual(['/api/browser-errors', '/api/vitals']);
});

const form = `<form id="a" data-add="1" action="/add"><input class="quantity" name="quantity" value="2">
  <input name="locale" value="de-DE"><button formaction="/part">x</button><button class="buy">Kaufen</button></form>`;
const offers = `<div class="article-box"><div class="buy-box">${form}</div></div>
  <section data-goes-with="7" data-retry="x" data-added="Drin" data-parcel="{{amount}}" hidden=""><h2>x</h2><ul></ul></section>`;

test('a page that sells shows what an add brought, its parcels and what goes with it, and follows the number', async () => {
  const dom = await openDom(page(offers), { answer });
  const { sell } = await import('./buying.js');
  sell(Promise.resolve());
  await dom.pass();
  expect([find('main > .buy-bar').hidden, asked(dom, '/api/')]).toEqual([true, 0]);
  find<HTMLInputElement>('.quantity').value = '3';
  fire('.quantity', 'change');
  await dom.pass();
  expect(asked(dom, '/part?quantity=3')).toBe(1);
  document.cookie = 'cartCount=1;path=/';
  find('[data-status]').textContent = 'Drin: 1.';
  find('#a').dataset.count = '1';
  await dom.pass();
  expect([find('#a .added').textContent.slice(0, 6), asked(dom, '/api/Warenkorb/Versand')]).toEqual(['✓ Drin', 1]);
  expect(asked(dom, '/api/recommendation/spare-part/7')).toBe(1);
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
  find('[data-status]').textContent = 'Nicht geklappt.';
  await dom.pass();
  expect(asked(dom, '/cart?new=1')).toBe(1);
});

test('a page that shows a cart asks at once what shipping its offers would add', async () => {
  const dom = await openDom(page(offers), { answer, cookies: ['cartCount=1'] });
  const { sell } = await import('./buying.js');
  sell(Promise.resolve());
  await dom.pass();
  expect(asked(dom, '/api/Warenkorb/Versand')).toBe(1);
});

test('the inline script of a page that sells takes each add itself, and no other form', async () => {
  const dom = await openDom(page(`${offers}<form id="other" action="/other"></form>`), { answer: () => null });
  await import('./buying-loader.js');
  expect([fire('#a', 'submit'), fire('#other', 'submit')]).toEqual([false, true]);
  expect([find('[data-cart-count]').textContent, find('#a .buy').getAttribute('aria-busy')]).toEqual(['2', 'true']);
  expect(dom.asked).toEqual([]);
});
