import { describe, expect, test } from 'vitest';
import { type Answer, type Dom, type DomOptions, find, openDom } from '../../test/support/dom.js';
import { golf, keeping } from '../../test/support/kept-vehicles.js';

/** An article follows its number of pieces. */
const whole = (body: string, root = '') =>
  `<html data-build="b" data-locale="de-DE" data-country="DE" ${root}><body><main>${body}</main></body></html>`;

describe('the number of pieces', () => {
  const shown = (quantity: number, price: number, attributes = '') =>
    whole(`<div class="buy-box" id="b${quantity}"><form action="/add">
      <input class="quantity" name="quantity" type="number" value="${quantity}" min="1" required="" ${attributes}>
      <button formaction="/part?show=offers" name="sort" value="price">Ändern</button><b class="price">${price} €</b>
      </form></div><section id="offers">${price} €</section>`);
  const price = () => [find('.buy-box .price').textContent, find('#offers').textContent];
  const field = () => find<HTMLInputElement>('.buy-box .quantity');
  let recounts: number;
  async function open(options: DomOptions, before = (): void => {}): Promise<Dom> {
    const dom = await openDom(shown(2, 20), { path: '/part', ...options });
    recounts = 0;
    before();
    const { watchQuantity } = await import('./quantity.js');
    watchQuantity(() => {
      recounts += 1;
    });
    await dom.pass();
    return dom;
  }
  const change = (value: string): void => {
    field().value = value;
    field().dispatchEvent(new Event('change', { bubbles: true }));
  };
  const six = () => ({ body: shown(6, 54) });

  test('loads its prices and offers, keeps the focus, and changes the address', async () => {
    const dom = await open({ answer: six });
    field().focus();
    change('6');
    await dom.pass();
    expect(dom.asked.map(({ address }) => address)).toEqual(['/part?show=offers&sort=price&quantity=6&fragment=1']);
    expect(price()).toEqual(['54 €', '54 €']);
    expect([location.search, recounts, document.activeElement === field()]).toEqual([
      '?show=offers&sort=price&quantity=6',
      1,
      true,
    ]);
  });

  test('is asked for with the kept vehicle', async () => {
    const dom = await open({ answer: six, storage: keeping(golf) });
    change('6');
    await dom.pass();
    expect(dom.asked[0]?.address).toBe('/part?show=offers&modelId=1000&sort=price&quantity=6&fragment=1');
  });

  test('of a page without a vehicle adds nothing else to its address', async () => {
    const dom = await openDom(shown(2, 20).replace(' name="sort" value="price"', ''), { path: '/part', answer: six });
    const { watchQuantity } = await import('./quantity.js');
    watchQuantity(() => {});
    change('6');
    await dom.pass();
    expect(dom.asked.map(({ address }) => address)).toEqual(['/part?show=offers&quantity=6&fragment=1']);
  });

  test('that is no number makes no request', async () => {
    const dom = await open({ answer: six });
    change('');
    await dom.pass();
    expect([dom.asked, recounts]).toEqual([[], 0]);
  });

  test('leaves the focus where the visitor has put it in the meantime', async () => {
    const dom = await open({ answer: six });
    field().focus();
    change('6');
    find<HTMLButtonElement>('[name=sort]').focus();
    await dom.pass();
    expect([price()[0], document.activeElement === field()]).toEqual(['54 €', false]);
  });

  test.each([
    ['the result', '<a class="added">Drin</a>'],
    ['the failure', '<p class="add-failed">Nicht geklappt.</p>'],
    ['the request', '<button aria-busy="true">x</button>'],
  ])('keeps %s of an add in the meantime', async (_, outcome) => {
    const dom = await open({ answer: six });
    change('6');
    find('.buy-box form').insertAdjacentHTML('beforeend', outcome);
    await dom.pass();
    expect([price(), recounts, location.search]).toEqual([['20 €', '20 €'], 0, '']);
  });

  test('a response for an earlier number is not shown', async () => {
    const first = Promise.withResolvers<Answer>();
    const dom = await open({
      answer: ({ address }) => (address.includes('quantity=6') ? first.promise : { body: shown(8, 70) }),
    });
    change('6');
    change('8');
    first.resolve(six());
    await dom.pass();
    expect(price()).toEqual(['70 €', '70 €']);
  });

  test('loads the whole page if its prices fail to load', async () => {
    const dom = await open({ answer: () => null });
    const sent: unknown[] = [];
    addEventListener('submit', (event) => {
      event.preventDefault();
      sent.push((event.submitter as HTMLButtonElement).value);
    });
    change('6');
    await dom.pass();
    expect(sent).toEqual(['price']);
  });

  test('loads no page that would remove the result of an add in the meantime', async () => {
    const dom = await open({ answer: () => null });
    let loads = 0;
    addEventListener('submit', (event) => {
      event.preventDefault();
      loads += 1;
    });
    change('6');
    find('.buy-box form').insertAdjacentHTML('beforeend', '<p class="add-failed">Nicht geklappt.</p>');
    await dom.pass();
    expect([dom.asked.length, loads]).toEqual([1, 0]);
  });

  test('changed before this script ran counts once the visitor stops typing', async () => {
    const typed = (): void => {
      field().value = '6';
    };
    expect((await open({ answer: six }, typed)).asked.length).toBe(1);
    const typing = (): void => {
      typed();
      field().focus();
    };
    const dom = await open({ answer: six }, typing);
    expect(dom.asked).toEqual([]);
    field().blur();
    await dom.pass();
    expect([dom.asked.length, price()[0]]).toEqual([1, '54 €']);
    expect((await open({ answer: six })).asked).toEqual([]);
  });
});
