import { describe, expect, test } from 'vitest';
import { type Answer, type Asked, type Dom, find, findAll } from '../../test/support/dom.js';
import { announced, click, openIsland, settle } from '../../test/support/island.js';
import { examples } from '../../views/islands/cart-lines.examples.js';
import type { CartLine, CartShopLines } from '../../views/islands/cart-lines.model.js';
import type { CartLinesProps } from '../../views/islands/cart-lines.props.js';

const example = examples['one shop, free shipping'] as CartLinesProps;
const { texts } = example;
const shop = example.cart.shops[0] as CartShopLines;
const first = shop.lines[0] as CartLine;
const second: CartLine = { ...first, id: 'l2', title: 'Ölfilter' };
const withLines = (...lines: CartLine[]): CartLinesProps => ({
  ...example,
  cart: { ...example.cart, shops: [{ ...shop, lines }] },
});
const figures = { pieces: null, unitPrice: 42.45, previousPrice: null, sum: 84.9, refund: 0, state: 'ok' };
const sums = { priceSum: 127.35, refundSum: 0, shippingSum: 0 };
/** Answer with a cart of these quantities. */
const cart = (quantities: Record<string, number>, undo: object | null = null): Answer => ({
  body: JSON.stringify({
    cartData: {
      cartArticles: Object.entries(quantities).map(([id, quantity]) => ({ id, shopId: '1', quantity, ...figures })),
      cartShops: [{ id: '1', ...sums, freeShippingFrom: 59 }],
      countArticles: Object.keys(quantities).length,
      ...sums,
      priceTotal: 127.35,
    },
    undo,
  }),
});
const removed = { id: 'u1', removedLine: { id: 'l1' } };
const outside = `<b data-cart-count hidden>0</b><div id="plans"></div><input data-signed-cart value="old">`;

/** Opens a cart page. @param answer of changes @param sign answers requests of the signed cart */
async function open(
  answer: (change: Asked) => Answer | Promise<Answer>,
  props = withLines(first, second),
  sign: () => Answer | Promise<Answer> = () => ({ body: '{"cart":"signed"}' }),
): Promise<Dom> {
  return openIsland(() => import('../../views/islands/cart-lines.island.js'), props, {
    path: '/Warenkorb?x=1',
    around: (widget) => outside + widget,
    answer: (asked) => (asked.method === 'POST' ? answer(asked) : sign()),
  });
}
const form = (verb: string, id = 'l1') => find<HTMLFormElement>(`[action="/api/Warenkorb/${verb}/${id}"]`);
const field = (id = 'l1') => find<HTMLInputElement>(`[action$="Aendern/${id}"] [name=quantity]`);
const press = (verb: string, id = 'l1'): boolean =>
  click(find(`[action="/api/Warenkorb/${verb}/${id}"] [type=submit]`));
const changes = ({ asked }: Dom) => asked.filter(({ method }) => method === 'POST');
const retryButton = () => findAll('is-land button').find(({ textContent }) => textContent === texts.retry);
const busyLines = () => findAll('li[aria-busy=true] h3').map(({ textContent }) => textContent);
const key = (asked: Asked | undefined) => asked?.header('idempotency-key');

describe('a change of a line', () => {
  test('is sent with the country of the page, and the answer renews all sums', async () => {
    const later = Promise.withResolvers<Answer>();
    const dom = await open(() => later.promise);
    field().value = '3';
    press('Aendern');
    await settle(dom);
    expect([busyLines(), form('Aendern').querySelector('[aria-disabled]') !== null]).toEqual([[first.title], true]);
    press('Loeschen');
    await settle(dom);
    expect(changes(dom).map(({ address, body }) => [address, JSON.parse(body)])).toEqual([
      ['/api/Warenkorb/Aendern/l1', { locale: 'de-DE', country: 'DE', quantity: '3' }],
    ]);
    expect(changes(dom)[0]?.header('content-type')).toBe('application/json');
    later.resolve(cart({ l1: 4, l2: 1 }));
    await settle(dom);
    expect([busyLines(), field().value, changes(dom).length]).toEqual([[], '4', 1]);
    expect(announced().replaceAll('\u00a0', ' ')).toBe('Warenkorb aktualisiert. Gesamt: 127,35 €');
    const count = find('[data-cart-count]');
    expect([count.textContent, count.hidden, find('#plans').hidden]).toEqual(['2', false, true]);
  });

  test('clears the announcement before it, and an answer with the first number again replaces a typed one', async () => {
    let answer: Answer | Promise<Answer> = cart({ l1: 4, l2: 1 });
    const dom = await open(() => answer);
    press('Aendern');
    await settle(dom);
    const later = Promise.withResolvers<Answer>();
    answer = later.promise;
    field().value = '9';
    press('Aendern');
    await settle(dom);
    expect(announced()).toBe('');
    later.resolve(cart({ l1: 2, l2: 1 }));
    await settle(dom);
    expect(field().value).toBe('2');
  });

  test('renews the signed cart, which is empty until then', async () => {
    const signature = Promise.withResolvers<Answer>();
    const dom = await open(
      () => cart({ l1: 3, l2: 1 }),
      withLines(first, second),
      () => signature.promise,
    );
    const signed = find<HTMLInputElement>('[data-signed-cart]');
    press('Aendern');
    await settle(dom);
    expect([dom.asked.at(-1)?.address, signed.value]).toEqual(['/api/Warenkorb/Kasse?locale=de-DE&country=DE', '']);
    signature.resolve({ body: '{"cart":"signed"}' });
    await settle(dom);
    expect(signed.value).toBe('signed');
  });

  test.each([['{"cart":7}'], ['WLAN']])('leaves no signed cart if the shop answers %s', async (body) => {
    const dom = await open(
      () => cart({ l1: 3 }),
      withLines(first),
      () => ({ body }),
    );
    press('Aendern');
    await settle(dom);
    expect([find<HTMLInputElement>('[data-signed-cart]').value, retryButton()]).toEqual(['', undefined]);
    expect(announced()).toContain('Warenkorb aktualisiert');
  });

  test('waits for the one before it', async () => {
    const later = Promise.withResolvers<Answer>();
    const dom = await open(() => later.promise);
    press('Aendern', 'l1');
    press('Aendern', 'l2');
    await settle(dom);
    expect([changes(dom).length, busyLines()]).toEqual([1, [first.title, second.title]]);
    later.resolve(cart({ l1: 1, l2: 1 }));
    await settle(dom);
    expect(changes(dom).map(({ address }) => address.slice(-2))).toEqual(['l1', 'l2']);
    expect(new Set(changes(dom).map(key)).size).toBe(2);
  });

  test.each([404, 409])('of a line that was removed elsewhere reloads the page: %i', async (status) => {
    const dom = await open(() => ({ status, body: '{"title":"x"}' }));
    press('Aendern');
    await settle(dom);
    expect([dom.left, retryButton()]).toEqual([['reload'], undefined]);
  });

  test('keeps the number that was typed before the script ran, and marks one that differs', async () => {
    const dom = await openIsland(() => import('../../views/islands/cart-lines.island.js'), withLines(first), {
      before: () => {
        field().value = '7';
      },
    });
    expect([field().value, find('.cart-line-actions').className]).toEqual(['7', 'cart-line-actions']);
    field().value = '2';
    field().dispatchEvent(new Event('input', { bubbles: true }));
    await settle(dom);
    expect(find('.cart-line-actions').className).toBe('cart-line-actions as-sent');
  });
});

describe('the focus', () => {
  const summary = () => find('aside h2');

  test('of a removal goes to its undo, and that of the undo to the sums', async () => {
    const dom = await open((asked) =>
      asked.address.includes('Loeschen') ? cart({ l2: 1 }, removed) : cart({ l1: 2, l2: 1 }),
    );
    press('Loeschen');
    await settle(dom);
    expect(document.activeElement).toBe(find('#undo'));
    expect(find('li.small').textContent).toContain(`Entfernt: ${first.title}`);
    expect(find('is-land').textContent).not.toContain('Nicht bestellbare');
    press('Wiederherstellen', 'u1');
    await settle(dom);
    expect(changes(dom).at(-1)?.address).toBe('/api/Warenkorb/Wiederherstellen/u1');
    expect([document.activeElement === summary(), field().value]).toEqual([true, '2']);
  });

  test('of a change stays, unless its button was part of a note', async () => {
    const few: CartLine = { ...second, state: 'tooFew', pieces: 1 };
    const dom = await open(() => cart({ l1: 2, l2: 1 }), withLines(first, few));
    field().focus();
    press('Aendern');
    await settle(dom);
    expect(document.activeElement).toBe(field());
    const page = await open(() => cart({ l1: 2, l2: 1 }), withLines(first, few));
    click(find('.note [type=submit]'));
    await settle(page);
    expect([document.activeElement === summary(), JSON.parse(changes(page)[0]?.body ?? '').quantity]).toEqual([
      true,
      '1',
    ]);
  });

  test('finds the undo on the page of an empty cart', async () => {
    const dom = await open(() => cart({}, removed), withLines(first));
    press('Loeschen');
    await settle(dom);
    expect([dom.left, location.search]).toEqual([['assign ?#undo'], '']);
    expect(find('[data-cart-count]').hidden).toBe(true);
  });
});

describe('a failed change', () => {
  test.each<[string, Answer, string]>([
    ['no connection', null, texts.failed],
    ['an error', { status: 503, body: '{"title":"x"}' }, texts.failed],
    ['rubbish', { body: 'WLAN' }, texts.failed],
  ])('is announced: %s', async (_, answer, text) => {
    const dom = await open(() => answer);
    press('Aendern');
    await settle(dom);
    expect([announced(), busyLines(), dom.left]).toEqual([text, [], []]);
  });

  test('without an answer in time is announced as late', async () => {
    const dom = await open(() => new Promise(() => {}));
    press('Aendern');
    await settle(dom);
    await dom.clock.advance(7999);
    expect(announced()).toBe('');
    await dom.clock.advance(1);
    await settle(dom);
    expect(announced()).toBe(texts.late);
  });

  test('is repeated together with another, whose message is the one shown', async () => {
    let answer: Answer | Promise<Answer> = new Promise(() => {});
    const dom = await open(() => answer);
    press('Aendern', 'l1');
    await settle(dom);
    answer = null;
    await dom.clock.advance(8000);
    press('Loeschen', 'l2');
    await settle(dom);
    expect(announced()).toBe(texts.failed);
    answer = cart({ l1: 3, l2: 1 });
    click(retryButton() as Element);
    await settle(dom);
    expect(changes(dom).map(({ address }) => address.slice('/api/Warenkorb/'.length))).toEqual([
      'Aendern/l1',
      'Loeschen/l2',
      'Aendern/l1',
      'Loeschen/l2',
    ]);
  });

  test('is repeated with the same key, from the sums', async () => {
    let isBroken = true;
    const dom = await open(() => (isBroken ? null : cart({ l1: 3, l2: 1 })));
    field().value = '3';
    press('Aendern');
    await settle(dom);
    field().value = '5';
    isBroken = false;
    click(retryButton() as Element);
    expect(document.activeElement).toBe(find('aside h2'));
    await settle(dom);
    const [one, two] = changes(dom);
    expect([two?.body, key(two)]).toEqual([one?.body, key(one)]);
    expect([key(one), retryButton()]).toEqual([expect.stringMatching(/^\d+(-\d+){3}$/), undefined]);
  });

  test('is announced again if another fails alike, and stays until its own line succeeds', async () => {
    let broken = ['l1', 'l2'];
    const dom = await open(({ address }) => (broken.includes(address.slice(-2)) ? null : cart({ l1: 3, l2: 1 })));
    press('Aendern', 'l1');
    await settle(dom);
    const before = find('[role=status] span');
    press('Aendern', 'l2');
    await settle(dom);
    expect([announced(), find('[role=status] span') === before]).toEqual([texts.failed, false]);
    broken = ['l2'];
    press('Aendern', 'l1');
    await settle(dom);
    expect(announced()).toBe(texts.failed);
    broken = [];
    click(retryButton() as Element);
    await settle(dom);
    expect(changes(dom).map(({ address }) => address.slice(-2))).toEqual(['l1', 'l2', 'l1', 'l2']);
    expect([announced().slice(0, 10), retryButton()]).toEqual(['Warenkorb ', undefined]);
  });
});

describe('the link of a cart', () => {
  const link = () => find<HTMLAnchorElement>('p.small a[href*=generieren]');
  async function follow(write: (text: string) => Promise<void>, init: MouseEventInit = {}): Promise<[Dom, boolean]> {
    const dom = await open(() => null);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: write }, configurable: true });
    const isFollowed = click(link(), init);
    await settle(dom);
    return [dom, isFollowed];
  }

  test('is copied and announced', async () => {
    const copied: string[] = [];
    const [dom, isFollowed] = await follow(async (text) => void copied.push(text));
    expect([copied, isFollowed, announced(), dom.left]).toEqual([[link().href], false, texts.copied, []]);
  });

  test('opens where copying is refused', async () => {
    const [dom] = await follow(() => Promise.reject(new Error('refused')));
    expect([dom.left, announced()]).toEqual([[`assign ${link().href}`], '']);
  });

  test.each([{ metaKey: true }, { ctrlKey: true }])('opens another tab with %j', async (init) => {
    const [, isFollowed] = await follow(() => Promise.reject(new Error('not called')), init);
    expect(isFollowed).toBe(true);
  });
});

describe('a line and its shop', () => {
  const text = (selector: string) => find(selector).textContent.replaceAll('\u00a0', ' ');
  const ofShop = (lines: CartLine[], change: Partial<CartShopLines>): CartLinesProps => {
    const props = withLines();
    return { ...props, cart: { ...props.cart, shops: [{ ...shop, ...change, lines }] } };
  };

  test('say in packs what is bought, by the typed number', async () => {
    const dom = await open(() => null, withLines({ ...first, packSize: 2, quantity: 1 }));
    expect(text('output')).toBe('1 Packung (2 Stück)');
    field().value = '3';
    field().dispatchEvent(new Event('input', { bubbles: true }));
    await settle(dom);
    expect(text('output')).toBe('3 Packungen (6 Stück)');
  });

  test.each<[Partial<CartLine>, string]>([
    [{}, '84,90 €2 × 42,45 €'],
    [{ quantity: 1, sum: 4245, refund: 1020 }, '42,45 €zzgl. 10,20 € Pfand'],
  ])('show the price of %j', async (change, price) => {
    await open(() => null, withLines({ ...first, ...change }));
    expect(text('.cart-line-price')).toBe(price);
    expect(document.querySelector('.note')).toBeNull();
  });

  test('name a former price, also one of nothing', async () => {
    await open(() => null, withLines({ ...first, previousPrice: 0 }));
    expect(text('.note')).toBe('Der Einzelpreis hat sich geändert: 0,00 € → 42,45 €.');
  });

  test.each([
    [8490, 490, 10_000, 'noch 15,10 € bis versandkostenfrei'],
    [8490, 490, 8490, null],
    [8490, 0, 10_000, null],
    [8490, 490, null, null],
  ])(
    'of %i with shipping of %i, free from %j, name what is missing: %j',
    async (priceSum, shippingSum, from, missing) => {
      await open(() => null, ofShop([first], { priceSum, shippingSum, freeShippingFrom: from }));
      expect(text('header p').split(' · ')[2] ?? null).toBe(missing);
    },
  );

  test('have a subtotal for several lines, and a row for deposits only with one', async () => {
    const rows = () => findAll('header dt, aside dt').map(({ textContent }) => textContent);
    await open(() => null, withLines(first));
    expect(rows()).toEqual([texts.shipping, texts.goods, texts.shipping, texts.total]);
    await open(() => null, ofShop([first, second], { refundSum: 100 }));
    expect(rows().slice(0, 3)).toEqual([texts.subtotal, texts.shipping, texts.depositSum]);
  });

  test('that cannot be ordered are counted, and have no sums', async () => {
    await open(() => null, withLines({ ...first, state: 'soldOut' }));
    expect(text('div.cart > div:last-child .note')).toBe('Nicht bestellbare Artikel: 1.');
    expect(findAll('dl, .cart-line-price').length).toBe(0);
  });
});
