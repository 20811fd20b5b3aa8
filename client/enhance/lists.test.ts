import { describe, expect, test } from 'vitest';
import { type Answer, type Dom, type DomOptions, find, findAll, openDom, origin } from '../../test/support/dom.js';

/** Lists that change in their place, and links that follow the kept vehicle. */
const whole = (body: string, root = '') =>
  `<html data-build="b" data-src="/build/deferred.js /build/deferred.css" ${root}><body><main>${body}</main></body></html>`;

describe('the order and the filters of a list', () => {
  const listed = (order: string, extra = '') =>
    whole(`<form id="fl" action="/list"><input type="checkbox" name="brand" value="ate"></form>
      <p class="deciding-measures"><b>${order}</b></p>
      <section id="liste"><form id="order" action="/list"><select name="sort">
      <option value="best" ${order === 'best' ? 'selected=""' : ''}>best</option>
      <option value="price" ${order === 'price' ? 'selected=""' : ''}>price</option></select></form>
      <a href="/x">x</a><p class="order">${order}</p>${extra}</section>`);
  const select = () => find<HTMLSelectElement>('select');
  const box = () => find<HTMLInputElement>('#fl input');
  const order = () => find('.order').textContent;
  async function open(options: DomOptions = {}, before = (): void => {}): Promise<Dom> {
    const dom = await openDom(listed('best'), { path: '/list', answer: () => ({ body: listed('price') }), ...options });
    before();
    const { watchListChoice } = await import('./list-choice.js');
    watchListChoice();
    await dom.pass();
    return dom;
  }
  const pick = (value: string): void => {
    select().value = value;
    select().dispatchEvent(new Event('change', { bubbles: true }));
  };
  const tick = (): void => {
    box().checked = true;
    box().dispatchEvent(new Event('change', { bubbles: true }));
  };
  const press = (name: string, timeStamp = 0): boolean => {
    const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
    return select().dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: timeStamp }));
  };

  test('are sent at once, and the list changes in place', async () => {
    const dom = await open();
    let announcements = 0;
    addEventListener('storage', () => {
      announcements += 1;
    });
    select().focus();
    pick('price');
    await dom.pass();
    expect(dom.asked.map(({ method, address, body }) => [method, address, body])).toEqual([
      ['POST', '/list', 'fragment=1&sort=price'],
    ]);
    expect(dom.asked[0]?.header('accept')).toBe('text/html');
    expect([order(), find('.deciding-measures').textContent, document.activeElement === select()]).toEqual([
      'price',
      'price',
      true,
    ]);
    expect([find('.deciding-measures').style.minHeight, announcements]).toEqual(['0px', 1]);
    // The server leads to an address that has the choice.
    find<HTMLFormElement>('#fl').action = '/list?brand=ate&fragment=1';
    tick();
    await dom.pass();
    expect([dom.asked[1]?.body, location.search]).toEqual(['fragment=1&brand=ate', '?brand=ate']);
  });

  test('filters in a sheet wait for its button', async () => {
    const dom = await open({ matches: () => false });
    tick();
    await dom.pass();
    expect(dom.asked).toEqual([]);
  });

  test.each([
    ['an order is asked for as a page', () => pick('price'), ['submit /list']],
    ['filters keep the page', tick, []],
  ])('if the list fails to load, %s', async (_, act, left) => {
    for (const answer of [() => null, () => ({ body: whole('') })]) {
      const dom = await open({ answer });
      act();
      await dom.pass();
      expect([dom.left, order()]).toEqual([left, 'best']);
    }
  });

  test('only the last choice counts', async () => {
    const first = Promise.withResolvers<Answer>();
    const dom = await open({
      answer: ({ body }) => (body.includes('price') ? first.promise : { body: listed('best', '<i>last</i>') }),
    });
    pick('price');
    pick('best');
    first.resolve(null);
    await dom.pass();
    expect([dom.left, order(), findAll('i').length]).toEqual([[], 'best', 1]);
  });

  test('keys step through the orders, and Enter or leaving the select applies one', async () => {
    for (const end of [() => press('Enter'), () => select().dispatchEvent(new Event('focusout', { bubbles: true }))]) {
      const dom = await open();
      press('ArrowDown');
      pick('price');
      await dom.pass();
      expect(dom.asked).toEqual([]);
      end();
      await dom.pass();
      expect([dom.asked.length, order()]).toEqual([1, 'price']);
    }
  });

  test('a key that waited for a busy page steps all the same, and an open list applies its choice', async () => {
    const dom = await open();
    press('ArrowDown', -1000);
    pick('price');
    await dom.pass();
    expect(dom.asked).toEqual([]);
    await dom.pass(300);
    pick('price');
    await dom.pass();
    expect(dom.asked).toEqual([]);
    await dom.pass(1);
    pick('price');
    await dom.pass();
    expect(dom.asked.length).toBe(1);
  });

  test('stay as they are when other fields of the page change', async () => {
    const other = '<form id="other"><select name="side"><option>left</option></select><input type="checkbox"></form>';
    const dom = await open({}, () => find('main').insertAdjacentHTML('beforeend', other));
    for (const field of findAll('#other *')) field.dispatchEvent(new Event('change', { bubbles: true }));
    await dom.pass();
    expect([dom.asked, dom.left]).toEqual([[], []]);
  });

  test.each([
    ['an order', () => Object.assign(select(), { value: 'price' }), true, 1],
    ['a filter beside the list', () => Object.assign(box(), { checked: true }), true, 1],
    ['a filter in a sheet', () => Object.assign(box(), { checked: true }), false, 0],
    ['an order that has the focus', () => Object.assign(select(), { value: 'price' }).focus(), true, 0],
  ])('%s that was chosen before this script ran', async (_, before, isBeside, calls) => {
    const dom = await open({ matches: () => isBeside }, before);
    expect(dom.asked.length).toBe(calls);
  });
});

describe('a section that is brought whole', () => {
  const part = (body: string) => whole(`<section id="offers" class="s">${body}</section>`);
  const link = '<a data-fragment="offers" href="/part?show=offers#offers">Alle</a>';
  const full = part('<ul data-fits="1"><li>1</li></ul>');
  async function open(html: string, answer: DomOptions['answer']): Promise<Dom> {
    const dom = await openDom(html, { path: '/part', answer });
    const { show } = await import('./fragments.js');
    void show(find<HTMLAnchorElement>('a'));
    return dom;
  }

  test('replaces the short one, gets the focus, and is in the address', async () => {
    const given = Promise.withResolvers<Answer>();
    const dom = await open(part(link), () => given.promise);
    expect(find('a').getAttribute('aria-busy')).toBe('true');
    const { show } = await import('./fragments.js');
    void show(find<HTMLAnchorElement>('a'));
    given.resolve({ body: full });
    let announcements = 0;
    addEventListener('storage', () => {
      announcements += 1;
    });
    await dom.pass();
    expect(dom.asked.map(({ address }) => address)).toEqual(['/part?show=offers&fragment=1']);
    expect([find('#offers').textContent, location.search, document.activeElement?.id, announcements]).toEqual([
      '1',
      '?show=offers',
      'offers',
      1,
    ]);
    // Without it a section takes no focus.
    expect([dom.left, find('#offers').getAttribute('tabindex')]).toEqual([[], '-1']);
  });

  test('is led to where its link is elsewhere', async () => {
    const dom = await open(part('<b data-fragment="offers">x</b>').replace('<main>', `<main>${link}`), () => ({
      body: full,
    }));
    await dom.pass();
    expect([dom.left, find('#offers').textContent, find('a').hasAttribute('aria-busy')]).toEqual([
      ['replace #offers'],
      '1',
      false,
    ]);
  });

  test('that is there already is only led to', async () => {
    const dom = await open(full.replace('<main>', `<main>${link}`), () => ({ body: full }));
    await dom.pass();
    expect([dom.left, dom.asked]).toEqual([['assign #offers'], []]);
  });

  test.each([
    ['cannot be had', null],
    ['is not in the answer', { body: whole('') }],
  ])('is followed as a link where it %s', async (_, response) => {
    const dom = await open(part(link), () => response);
    await dom.pass();
    expect([dom.left, find('a').hasAttribute('aria-busy')]).toEqual([
      [`assign ${origin}/part?show=offers#offers`],
      false,
    ]);
  });

  test('stays away without a connection', async () => {
    const dom = await openDom(part(link), { answer: () => null });
    dom.connect(false);
    const { show } = await import('./fragments.js');
    await show(find<HTMLAnchorElement>('a'));
    expect([dom.left, find('a').hasAttribute('aria-busy')]).toEqual([[], false]);
  });
});
