import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../server/contract/carts.js';
import { allEditions } from '../../server/web/routes/editions.js';
import { euros, expectSoundView, htmlOf, pageOf, plain } from '../../test/fixtures/views/page.js';
import { emptyCart, fullCart } from '../../test/fixtures/views/pages/cart-views.js';
import type { PageContext } from '../context.js';
import type { CartModel } from '../models.js';
import { CartView } from './cart.view.js';

const pages = allEditions.map((edition) => pageOf(edition));
const [german] = pages as [PageContext];
const html = (view: ReactNode, page = german): string => htmlOf(view, page);

const cartModel = (change: Partial<CartModel> = {}): CartModel => ({
  cart: fullCart,
  undo: null,
  pending: null,
  plans: [],
  advice: null,
  equivalent: null,
  problem: null,
  isBlocked: false,
  checkout: null,
  ...change,
});
const planOf = (kind: Plan['kind'], saving: number): Plan => ({
  kind,
  shops: [{ id: '1', name: 'Teilelager Nord', lines: 2 }],
  sums: { priceSum: euros(15250), refundSum: euros(3570), shippingSum: euros(0), priceTotal: euros(18820) },
  deliveryDays: { min: 1, max: 2 },
  saving: euros(saving),
  replacements: [{ from: 'b', to: '7', shop: 'Teilelager Nord', sum: euros(7480), previousSum: euros(6760) }],
  exact: true,
});
const undo = {
  id: 'before',
  kind: 'generate',
  changed: true,
  skipped: 0,
  capped: 0,
  removed: null,
  removedLine: null,
} as const;
const carts = {
  empty: <CartView model={cartModel({ cart: emptyCart })} />,
  'plans that could not be made': <CartView model={cartModel({ plans: null })} />,
  lines: <CartView model={cartModel({ checkout: { host: 'pay.example', signed: 'a.b.c' } })} />,
  problem: (
    <CartView model={cartModel({ problem: { code: 'quantity_limit', message: 'Höchstens 99', lineId: 'a' } })} />
  ),
  'from a link': <CartView model={cartModel({ undo: { ...undo, skipped: 3, capped: 2 } })} />,
  'from a useless link': <CartView model={cartModel({ undo: { ...undo, changed: false, skipped: 1 } })} />,
  'put back': <CartView model={cartModel({ undo: { ...undo, kind: 'restore' } })} />,
  'after a removal': <CartView model={cartModel({ undo: { ...undo, kind: 'remove', removed: 'Bremsscheibe' } })} />,
  'three plans': (
    <CartView
      model={cartModel({
        plans: [planOf('cheapest', 545), planOf('fewestParcels', -275), { ...planOf('fastest', 0), replacements: [] }],
      })}
    />
  ),
  'by a plan': <CartView model={cartModel({ undo: { ...undo, kind: 'plan' } })} />,
  'link to be taken': (
    <CartView model={cartModel({ pending: { action: '/x?cartParam[1]=2', count: 1, replace: false } })} />
  ),
  'link to replace': (
    <CartView model={cartModel({ pending: { action: '/x?cartParam[1]=2', count: 2, replace: true } })} />
  ),
};

describe.each(pages.map((page) => [page.edition.locale, page] as const))('%s', (_, page) => {
  test.each(Object.entries(carts))('%s', (_name, view) => {
    expectSoundView(html(view, page));
  });
});

test('plans that could not be made are distinguished from a cart that no plan betters', () => {
  const sentence = 'lassen sich gerade nicht berechnen';
  expect(plain(html(carts['plans that could not be made']))).toContain(sentence);
  expect(plain(html(carts.lines))).not.toContain(sentence);
});

describe('cart', () => {
  test('empty: two ways on, nothing to pay', () => {
    const markup = html(carts.empty);
    expect(markup).toContain('href="/Ersatzteile/Alle-Fahrzeuge');
    expect(markup).not.toContain('class="checkout"');
  });

  test('lines: shops, sums and the way to pay', () => {
    const markup = html(carts.lines);
    expect(markup).toMatch(/pay\.example.*action="\/api\/Warenkorb\/Kasse".*name="cart" value="a\.b\.c"/);
    expect(plain(markup)).toContain('193,10 €');
    expect(plain(markup)).toContain('Teilelager Nord');
    expect(plain(markup)).toContain('67,60 € zzgl. 35,70 € Pfand');
    expect(plain(markup)).toContain('eigenen Kaufvertrag');
  });

  test('the sums name deposits only if there are any', () => {
    const cart = structuredClone(fullCart) as NonNullable<typeof fullCart>;
    const withSum = (refundSum: number) => ({ ...cart, refundSum: euros(refundSum) });
    const summaryOf = (given: typeof cart) =>
      plain(html(<CartView model={cartModel({ cart: given })} />).split('<aside')[1] ?? '');
    expect(summaryOf(withSum(3570))).toContain('Pfand, erstattbar 35,70 €');
    expect(summaryOf(withSum(0))).not.toContain('Pfand');
  });

  test('a shop that does not deliver has no sums, and a line says why', () => {
    const cart = structuredClone(fullCart) as NonNullable<typeof fullCart>;
    for (const line of cart.cartArticles) if (line.shopId === '2') line.state = 'notShippable';
    const [delivers = '', doesNot = ''] = html(<CartView model={cartModel({ cart })} />).split('Bremsenhaus Kessler');
    expect(plain(delivers)).toContain('Versand kostenlos');
    expect(plain(doesNot.split('<aside')[0] ?? '')).not.toMatch(/Versand \S*[\d€]|Zwischensumme|0,00/);
    expect(plain(doesNot)).toContain('liefert nicht in Ihr Lieferland');
    for (const line of cart.cartArticles) line.state = 'notShippable';
    expect(plain(html(<CartView model={cartModel({ cart })} />))).not.toMatch(/Gesamt inkl|0,00/);
  });

  test('a line of packs names its pieces, unless its offer is gone', () => {
    const packs = (change: object) => {
      const cartArticles = fullCart?.cartArticles.map((line) => ({ ...line, packSize: 2, ...change }));
      const cart = fullCart && { ...fullCart, cartArticles: cartArticles ?? [] };
      return html(<CartView model={cartModel({ cart })} />).match(/<output class="small">/g)?.length ?? 0;
    };
    expect([packs({}), packs({ packSize: 1 }), packs({ state: 'gone' })]).toEqual([2, 0, 0]);
  });

  test('a notice about a link names only what happened', () => {
    const noticeOf = (change: object) =>
      plain(
        html(<CartView model={cartModel({ undo: { ...undo, ...change } })} />).match(
          /<div class="note wide.*?<\/div>/s,
        )?.[0] ?? '',
      );
    const said = (change: object) =>
      [/nicht übernommen/, /so viele Stück/].map((words) => words.test(noticeOf(change)));
    expect([{}, { skipped: 3 }, { capped: 2 }].map(said)).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ]);
  });

  test('a problem is announced to screen readers; a cart without checkout says so', () => {
    const markup = html(carts.problem);
    expect(markup).toMatch(/role="alert"[^>]*>Höchstens 99/);
    expect(plain(markup)).toContain('Demo: Bestellung nicht möglich.');
  });
});
