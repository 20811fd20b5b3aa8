import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../server/contract/carts.js';
import { allEditions } from '../../server/web/routes/editions.js';
import { euros, expectSoundView, htmlOf, pageOf, plain } from '../../test/fixtures/views/page.js';
import { emptyCart, fullCart } from '../../test/fixtures/views/pages/cart-views.js';
import type { PageContext } from '../context.js';
import { category } from '../example-data.js';
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
    expect(noticeOf({ changed: false }).trim()).not.toBe('');
    expect(noticeOf({ changed: false, skipped: 1 })).not.toContain(noticeOf({ changed: false }).trim());
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

  test('orders need a checkout and something to buy', () => {
    const way = (checkout: CartModel['checkout'], isDemonstration = true) =>
      html(<CartView model={cartModel({ checkout })} />, { ...german, isDemonstration });
    expect(plain(way(null, false))).toContain('Die Kasse ist geschlossen.');
    expect(plain(way(null))).toContain('Demo: Bestellung nicht möglich.');
    const button = (signed: string | null) =>
      /<button [^>]*class="button buy"[^>]*>/.exec(way({ host: 'pay.example', signed }))?.[0];
    expect(button(null)).toContain('disabled=""');
    expect(button('a.b')).not.toContain('disabled');
  });

  test('advice appears where it says something: plans, missing parts, sets, or a question about other parts', () => {
    const cart = structuredClone(fullCart) as NonNullable<typeof fullCart>;
    for (const line of cart.cartArticles) line.model = null;
    const shown = (change: Partial<CartModel> = {}) => html(<CartView model={cartModel({ cart, ...change })} />);
    const advised = (change: Partial<CartModel>) => shown(change).includes('class="cart-advice');
    const nothing = { missing: [], sets: [] };
    expect([{}, { plans: [{ ...planOf('fastest', 0), replacements: [] }] }, { advice: nothing }].map(advised)).toEqual([
      false,
      false,
      false,
    ]);
    expect([{ plans: [planOf('cheapest', 5)] }, { plans: null }].map(advised)).toEqual([true, true]);
    expect(advised({ advice: { missing: [{ line: 'a', title: 'x', category, vehicle: null }], sets: [] } })).toBe(true);
    const part = { brand: { name: 'N', seoName: 'N' }, title: 'Satz', articleNumber: '1', normNumber: '1' };
    const set = { ...part, lines: [], offerId: '9', modelId: '77', saving: euros(1) };
    expect(advised({ advice: { missing: [], sets: [set] } as CartModel['advice'] })).toBe(true);
    const ask = '?equivalent=1#equivalent';
    expect(shown()).not.toContain(ask);
    expect(html(carts.lines)).toContain(ask);
    expect(shown({ cart: fullCart, equivalent: { plan: null } })).not.toContain(ask);
    expect(shown({ equivalent: { plan: null } })).toContain('id="equivalent"');
  });

  test('an undo restores the cart by its number; a removed line has its own', () => {
    const changed = html(<CartView model={cartModel({ undo: { ...undo, kind: 'plan' } })} />);
    expect(changed).toMatch(
      /action="\/api\/Warenkorb\/Wiederherstellen\/before" method="post"><input [^>]*value="de-DE"/,
    );
    expect(html(carts['from a useless link'])).not.toContain('Wiederherstellen');
    expect(plain(html(carts['from a link']))).toMatch(/3 Artikel des Links .* Von 2 Artikeln/);
    expect(plain(html(carts['from a useless link']))).not.toContain('aus einem Link gefüllt');
    const removed: CartModel['undo'] = { ...undo, kind: 'remove', removed: 'Bremsscheibe' };
    const notice = (cart: CartModel['cart']) =>
      html(<CartView model={cartModel({ cart, undo: removed })} />).includes('class="note wide');
    expect([notice(emptyCart), notice(fullCart)]).toEqual([true, false]);
  });

  test('a link says whether it adds or replaces; unread and blocked carts say what is stored', () => {
    expect(plain(html(carts['link to be taken']))).toContain('legen Sie einen Artikel in den Warenkorb');
    expect(plain(html(carts['link to replace']))).toContain('durch 2 Artikel');
    expect(html(carts['link to replace'])).toContain('action="/x?cartParam[1]=2" method="post"');
    const unread = plain(html(<CartView model={cartModel({ cart: null })} />));
    expect(unread).toContain('lässt sich gerade nicht laden');
    expect(unread).not.toMatch(/ist leer|Lieferland:/);
    expect(plain(html(<CartView model={cartModel({ isBlocked: true })} />))).toContain('nimmt keine Cookies an');
    expect(plain(html(carts.lines))).not.toContain('nimmt keine Cookies an');
  });

  test('one vehicle of all lines is named once, several by their lines', () => {
    const cart = structuredClone(fullCart) as NonNullable<typeof fullCart>;
    const [first] = cart.cartArticles;
    for (const line of cart.cartArticles) line.model = first?.model ?? null;
    const about = (given: typeof cart) => html(<CartView model={cartModel({ cart: given })} />);
    const above = (markup: string) => plain(markup.split('class="cart-layout"')[0] ?? '');
    expect(above(about(cart))).toContain('Volkswagen Golf VII 1.6 TDI');
    expect(above(about(fullCart as typeof cart))).not.toContain('Golf');
    expect(about(cart)).not.toContain('überschreitet die Zollgrenze');
    for (const shop of cart.cartShops) shop.country = 'CH';
    expect(about(cart)).toContain('überschreitet die Zollgrenze');
  });
});
