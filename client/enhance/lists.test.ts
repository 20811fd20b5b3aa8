import { describe, expect, test } from 'vitest';
import { type Answer, type Dom, type DomOptions, find, findAll, openDom, origin } from '../../test/support/dom.js';
import { golf, keep, keeping, polo } from '../../test/support/kept-vehicles.js';

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
    tick();
    await dom.pass();
    expect(dom.asked[1]?.body).toBe('fragment=1&brand=ate');
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
    expect(dom.left).toEqual([]);
  });

  test('is led to where its link is elsewhere', async () => {
    const dom = await open(part('<b data-fragment="offers">x</b>').replace('<main>', `<main>${link}`), () => ({
      body: full,
    }));
    await dom.pass();
    expect([dom.left, find('#offers').textContent]).toEqual([['replace #offers'], '1']);
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

describe('what leads on', () => {
  const links = `<a id="category" href="/Bremsscheiben/Alle-Fahrzeuge/--1523?a=1"><b>x</b></a>
    <form id="form" action="/Bremsen/Alle-Fahrzeuge/--1500"><button>x</button></form>
    <ul data-fits="1"><li><a id="article" href="/Teil/ATE/1">x</a><a id="asked" href="/Teil/ATE/1?a=1">x</a></li></ul>
    <a id="page" href="/Bremsscheiben/Alle-Fahrzeuge/--1523?page=2">x</a><a id="self" href="/here?sort=price--1">x</a>
    <a id="other" href="/Informationen/Impressum">x</a><button id="choose" data-choose="">Wählen</button>
    <form class="picker" data-state="waiting"><select name="manufacturerId" data-preselect=""><option value="">–</option>
    <option value="10">VW</option><option value="20">BMW</option></select>
    <select name="seriesId" disabled=""><option value="">–</option></select></form>`;
  async function open(options: DomOptions = { storage: keeping(golf) }, html = whole(links)): Promise<Dom> {
    const dom = await openDom(html, { path: '/here', ...options });
    const { followVehicle } = await import('./vehicle-links.js');
    followVehicle();
    return dom;
  }
  const point = (selector: string, type = 'pointerover'): void =>
    void find(selector).dispatchEvent(new Event(type, { bubbles: true }));
  const href = (id: string) => find(`#${id}`).getAttribute('href');

  test('to a category or an article gets the kept vehicle, by pointer and by focus', async () => {
    await open();
    point('#category b');
    point('#article', 'focusin');
    point('#asked');
    point('#form button', 'focusin');
    expect([href('category'), href('article'), href('asked'), find('#form').getAttribute('action')]).toEqual([
      '/Bremsscheiben/VW-Golf-VII/3-1000-1523?a=1',
      '/Teil/ATE/1?modelId=1000',
      '/Teil/ATE/1?a=1&modelId=1000',
      '/Bremsen/VW-Golf-VII/3-1000-1500',
    ]);
    keep(polo);
    point('#category b');
    expect(href('category')).toBe('/Bremsscheiben/VW-Polo-V/3-2000-1523?a=1');
    keep(null);
    point('#category b');
    expect(href('category')).toBe('/Bremsscheiben/Alle-Fahrzeuge/--1523?a=1');
  });

  test('to a page of a list, to this page or to another site does not change', async () => {
    await open();
    for (const id of ['page', 'self', 'other']) point(`#${id}`);
    dispatchEvent(new Event('focusin'));
    expect(['page', 'self', 'other'].map(href)).toEqual([
      '/Bremsscheiben/Alle-Fahrzeuge/--1523?page=2',
      '/here?sort=price--1',
      '/Informationen/Impressum',
    ]);
  });

  test('from a page about a vehicle does not change', async () => {
    await open({ storage: keeping(golf) }, whole(links, `data-vehicle='${JSON.stringify(polo)}'`));
    point('#category b');
    expect(href('category')).toBe('/Bremsscheiben/Alle-Fahrzeuge/--1523?a=1');
    find('#choose').click();
    expect(JSON.parse(localStorage.vehicle).modelId).toBe('2000');
  });

  const picker = () =>
    ['manufacturerId', 'seriesId'].map((name) => {
      const { value, disabled, options } = find<HTMLSelectElement>(`[name=${name}]`);
      return [value, disabled, options.length];
    });
  test('unused pickers show make and series of the kept vehicle', async () => {
    await open();
    expect(picker()).toEqual([
      ['10', false, 3],
      ['100', false, 2],
    ]);
    keep(polo);
    expect(picker()[1]).toEqual(['200', false, 2]);
    keep(null);
    expect(picker()[1]).toEqual(['', true, 1]);
  });

  test.each([
    ['is in use', 'data-state="waiting"', 'data-state="ready"'],
    // The small DOM selects the second option if one is marked as selected.
    ['has another make', '<option value="10">VW</option>', '<option value="20" selected="">BMW</option>'],
  ])('a picker that %s does not change', async (_, from, to) => {
    await open({ storage: keeping(golf) }, whole(links.replace(from, to)));
    expect(picker()[1]).toEqual(['', true, 1]);
  });
});

test('the edition of a link of the switcher is remembered', async () => {
  await openDom(whole('<a id="fr" href="/fr-FR/" hreflang="fr-FR"><b>Français</b></a><a id="x" href="/">x</a>'));
  const { rememberLocale } = await import('./remember-locale.js');
  addEventListener('click', rememberLocale);
  find('#x').click();
  expect(document.cookie).toBe('');
  find('#fr b').click();
  expect(document.cookie).toBe('locale=fr-FR');
});

test('the kept vehicle joins the few before it', async () => {
  await openDom(whole(''), { storage: { ...keeping(golf), garage: JSON.stringify([polo, golf]) } });
  const { joinRecent } = await import('./recent-vehicles.js');
  joinRecent();
  expect(JSON.parse(localStorage.garage).map(({ modelId }: { modelId: string }) => modelId)).toEqual(['1000', '2000']);
});
