import { describe, expect, test } from 'vitest';
import { busyLines, cart, changes, field, openCart, press, retryButton, texts } from '../../test/support/cart-lines.js';
import { type Answer, type Asked, find } from '../../test/support/dom.js';
import { announced, click, settle } from '../../test/support/island.js';

const key = (asked: Asked | undefined) => asked?.header('idempotency-key');

describe('a failed change', () => {
  test.each<[string, Answer, string]>([
    ['no connection', null, texts.failed],
    ['an error', { status: 503, body: '{"title":"x"}' }, texts.failed],
    ['rubbish', { body: 'WLAN' }, texts.failed],
  ])('is announced: %s', async (_, answer, text) => {
    const dom = await openCart(() => answer);
    press('Aendern');
    await settle(dom);
    expect([announced(), busyLines(), dom.left]).toEqual([text, [], []]);
  });

  test('without an answer in time is announced as late', async () => {
    const dom = await openCart(() => new Promise(() => {}));
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
    const dom = await openCart(() => answer);
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
    const dom = await openCart(() => (isBroken ? null : cart({ l1: 3, l2: 1 })));
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
    const dom = await openCart(({ address }) => (broken.includes(address.slice(-2)) ? null : cart({ l1: 3, l2: 1 })));
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
