import { describe, expect, test } from 'vitest';
import {
  busyLines,
  cart,
  changes,
  field,
  first,
  openCart,
  press,
  retryButton,
  second,
  shop,
  texts,
  withLines,
} from '../../test/support/cart-lines.js';
import { type Answer, type Asked, type Dom, find, findAll } from '../../test/support/dom.js';
import { announced, click, openIsland, settle } from '../../test/support/island.js';
import type { CartLine, CartShopLines } from '../../views/islands/cart-lines.model.js';
import type { CartLinesProps } from '../../views/islands/cart-lines.props.js';

const removed = { id: 'u1', removedLine: { id: 'l1' } };
const form = (verb: string, id = 'l1') => find<HTMLFormElement>(`[action="/api/Warenkorb/${verb}/${id}"]`);
const key = (asked: Asked | undefined) => asked?.header('idempotency-key');

describe('a change of a line', () => {
  test('is sent with the country of the page, and the answer renews all sums', async () => {
    const later = Promise.withResolvers<Answer>();
    const dom = await openCart(() => later.promise);
    const works: unknown[] = [];
    addEventListener('loading', (event) => works.push((event as CustomEvent).detail));
    field().value = '3';
    press('Aendern');
    await settle(dom);
    expect([busyLines(), form('Aendern').querySelector('[aria-disabled]') !== null]).toEqual([[first.title], true]);
    press('Loeschen');
    await settle(dom);
    expect(changes(dom).map(({ address, body }) => [address, JSON.parse(body)])).toEqual([
      ['/api/Warenkorb/Aendern/l1', { locale: 'de-DE', country: 'DE', quantity: '3' }],
    ]);
    // The loading bar of the page shows it.
    expect([changes(dom)[0]?.header('content-type'), works.length]).toEqual(['application/json', 1]);
    later.resolve(cart({ l1: 4, l2: 1 }));
    await settle(dom);
    expect([busyLines(), field().value, changes(dom).length]).toEqual([[], '4', 1]);
    expect(announced().replaceAll('\u00a0', ' ')).toBe('Warenkorb aktualisiert. Gesamt: 127,35 €');
    const count = find('[data-cart-count]');
    expect([count.textContent, count.hidden, find('#plans').hidden]).toEqual(['2', false, true]);
  });

  test('clears the announcement before it, and an answer with the first number again replaces a typed one', async () => {
    let answer: Answer | Promise<Answer> = cart({ l1: 4, l2: 1 });
    const dom = await openCart(() => answer);
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
    const dom = await openCart(
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
    const dom = await openCart(
      () => cart({ l1: 3 }),
      withLines(first),
      () => ({ body }),
    );
    press('Aendern');
    await settle(dom);
    expect([find<HTMLInputElement>('[data-signed-cart]').value, retryButton()]).toEqual(['', undefined]);
    expect(announced()).toContain('Warenkorb aktualisiert');
    // The next change asks for it again.
    press('Aendern');
    await settle(dom);
    expect(dom.asked.filter(({ address }) => address.includes('/Kasse')).length).toBe(2);
  });

  test('waits for the one before it', async () => {
    const later = Promise.withResolvers<Answer>();
    let last = later;
    const dom = await openCart(() => last.promise);
    press('Aendern', 'l1');
    press('Aendern', 'l2');
    await settle(dom);
    expect([changes(dom).length, busyLines()]).toEqual([1, [first.title, second.title]]);
    later.resolve(cart({ l1: 1, l2: 1 }));
    last = Promise.withResolvers<Answer>();
    await settle(dom);
    expect([changes(dom).map(({ address }) => address.slice(-2)), busyLines()]).toEqual([['l1', 'l2'], [second.title]]);
    last.resolve(cart({ l1: 1, l2: 1 }));
    await settle(dom);
    expect(busyLines()).toEqual([]);
    expect(new Set(changes(dom).map(key)).size).toBe(2);
  });

  test.each([404, 409])('of a line that was removed elsewhere reloads the page: %i', async (status) => {
    const dom = await openCart(() => ({ status, body: '{"title":"x"}' }));
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
    const dom = await openCart((asked) =>
      asked.address.includes('Loeschen') ? cart({ l2: 1 }, removed) : cart({ l1: 2, l2: 1 }),
    );
    press('Loeschen');
    await settle(dom);
    expect([document.activeElement === find('#undo'), find('[data-cart-count]').hidden]).toEqual([true, false]);
    expect(find('li.small').textContent).toContain(`Entfernt: ${first.title}`);
    expect(find('is-land').textContent).not.toContain('Nicht bestellbare');
    press('Wiederherstellen', 'u1');
    await settle(dom);
    expect(changes(dom).at(-1)?.address).toBe('/api/Warenkorb/Wiederherstellen/u1');
    expect([document.activeElement === summary(), field().value]).toEqual([true, '2']);
    field().focus();
    press('Aendern');
    await settle(dom);
    expect(document.activeElement).toBe(field());
  });

  test('of a change stays, unless its button was part of a note', async () => {
    const few: CartLine = { ...second, state: 'tooFew', pieces: 1 };
    const dom = await openCart(() => cart({ l1: 2, l2: 1 }), withLines(first, few));
    field().focus();
    press('Aendern');
    await settle(dom);
    expect(document.activeElement).toBe(field());
    const page = await openCart(() => cart({ l1: 2, l2: 1 }), withLines(first, few));
    click(find('.note [type=submit]'));
    await settle(page);
    expect([document.activeElement === summary(), JSON.parse(changes(page)[0]?.body ?? '').quantity]).toEqual([
      true,
      '1',
    ]);
  });

  test('finds the undo on the page of an empty cart', async () => {
    const dom = await openCart(() => cart({}, removed), withLines(first));
    press('Loeschen');
    await settle(dom);
    expect([dom.left, location.search]).toEqual([['assign ?#undo'], '']);
    expect(find('[data-cart-count]').hidden).toBe(true);
  });
});

describe('the link of a cart', () => {
  const link = () => find<HTMLAnchorElement>('p.small a[href*=generieren]');
  async function follow(write: (text: string) => Promise<void>, init: MouseEventInit = {}): Promise<[Dom, boolean]> {
    const dom = await openCart(() => null);
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
    const dom = await openCart(() => null, withLines({ ...first, packSize: 2, quantity: 1 }));
    expect(text('output')).toBe('1 Packung (2 Stück)');
    field().value = '3';
    field().dispatchEvent(new Event('input', { bubbles: true }));
    await settle(dom);
    expect(text('output')).toBe('3 Packungen (6 Stück)');
    field().value = '';
    field().dispatchEvent(new Event('input', { bubbles: true }));
    await settle(dom);
    expect(text('output')).toBe('1 Packung (2 Stück)');
  });

  test.each<[Partial<CartLine>, string]>([
    [{}, '84,90 €2 × 42,45 €'],
    [{ quantity: 1, sum: 4245, refund: 1020 }, '42,45 €zzgl. 10,20 € Pfand'],
  ])('show the price of %j', async (change, price) => {
    await openCart(() => null, withLines({ ...first, ...change }));
    expect(text('.cart-line-price')).toBe(price);
    expect(document.querySelector('.note')).toBeNull();
  });

  test('lead to the label of the guarantee', async () => {
    await openCart(() => null, withLines({ ...first, durability: { text: '5 Jahre', href: '/label.svg' } }));
    expect(find('.cart-line a.small').getAttribute('href')).toBe('/label.svg');
  });

  test('name a former price, also one of nothing', async () => {
    await openCart(() => null, withLines({ ...first, previousPrice: 0 }));
    expect(text('.note')).toBe('Der Einzelpreis hat sich geändert: 0,00 € → 42,45 €.');
  });

  test('that cannot be ordered name no former price, and without stock no smaller number is offered', async () => {
    await openCart(() => null, withLines({ ...first, state: 'soldOut', previousPrice: 100 }));
    expect(text('.note')).not.toContain('Einzelpreis');
    for (const pieces of [0, null]) {
      await openCart(() => null, withLines({ ...first, state: 'tooFew', pieces }));
      expect(document.querySelector('.note button')).toBeNull();
    }
  });

  test.each([
    [8490, 490, 10_000, 'noch 15,10 € bis versandkostenfrei'],
    [8490, 490, 8490, null],
    [8490, 0, 10_000, null],
    [8490, 490, null, null],
  ])(
    'of %i with shipping of %i, free from %j, name what is missing: %j',
    async (priceSum, shippingSum, from, missing) => {
      const refundSum = 700;
      await openCart(() => null, ofShop([first], { priceSum, refundSum, shippingSum, freeShippingFrom: from }));
      expect(text('header p').split(' · ')[2] ?? null).toBe(missing);
    },
  );

  test('have a subtotal for several lines, and a row for deposits only with one', async () => {
    const rows = () => findAll('header dt, aside dt').map(({ textContent }) => textContent);
    await openCart(() => null, withLines(first));
    expect(rows()).toEqual([texts.shipping, texts.goods, texts.shipping, texts.total]);
    await openCart(() => null, ofShop([first, second], { refundSum: 100 }));
    expect(rows().slice(0, 3)).toEqual([texts.subtotal, texts.shipping, texts.depositSum]);
  });

  test('that cannot be ordered are counted, and have no sums', async () => {
    await openCart(() => null, withLines({ ...first, state: 'soldOut' }));
    expect(text('div.cart > div:last-child .note')).toBe('Nicht bestellbare Artikel: 1.');
    expect(findAll('dl, .cart-line-price').length).toBe(0);
  });
});
