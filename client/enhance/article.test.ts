import { describe, expect, test } from 'vitest';
import { type Answer, type Dom, type DomOptions, find, findAll, openDom } from '../../test/support/dom.js';
import { about, golf, keeping, polo } from '../../test/support/kept-vehicles.js';

/** Script adds to an article: its parcels, the parts that belong to it. */
const whole = (body: string, root = '') =>
  `<html data-build="b" data-locale="de-DE" data-country="DE" ${root}><body><main>${body}</main></body></html>`;

describe('shipping beside the parcels of a cart', () => {
  const offer = (id: string) => `<div id="o${id}"><p class="offer-shipping">Versand</p></div>`;
  const page = whole(`<div class="buy-box"><input class="quantity" value="2"></div>
    <section data-parcel="{{amount}} Versand mit Ihrem Paket" data-goes-with="7">
    ${offer('1')}${offer('2')}${offer('4')}</section>`);
  const body = JSON.stringify({
    offers: [
      { id: '1', amount: '2,50 €' },
      { id: '2', amount: '−1,00 €' },
      { id: '3', amount: '9,00 €' },
      { id: '4', amount: '-2,00 €' },
    ],
  });
  const lines = () =>
    findAll('[data-with-parcel]').map((line) => [line.parentElement?.parentElement?.id, line.textContent]);
  async function open(options: DomOptions, html = page): Promise<{ dom: Dom; showParcels: () => Promise<void> }> {
    const dom = await openDom(html, { cookies: ['cartCount=1'], ...options });
    const { showParcels } = await import('./parcels.js');
    return { dom, showParcels };
  }

  test('is shown once at each offer that has some', async () => {
    const { dom, showParcels } = await open({ answer: () => ({ body }) });
    await showParcels();
    // Prices and offers still are those of the former number.
    find<HTMLInputElement>('.quantity').value = '9';
    await showParcels();
    expect(dom.asked.map(({ address }) => address)).toEqual(
      Array(2).fill('/api/Warenkorb/Versand?locale=de-DE&country=DE&sparePartId=7&quantity=2'),
    );
    expect(lines()).toEqual([
      ['o1', '+2,50 € Versand mit Ihrem Paket'],
      ['o2', '−1,00 € Versand mit Ihrem Paket'],
      ['o4', '-2,00 € Versand mit Ihrem Paket'],
    ]);
    expect(find('[data-with-parcel]').className).toBe('detail tone-ok');
  });

  test('is requested for one piece if the page has no number', async () => {
    const { dom, showParcels } = await open({ answer: () => ({ body }) }, page.replace('class="quantity"', ''));
    await showParcels();
    expect(dom.asked[0]?.address).toMatch(/&quantity=1$/);
  });

  test('is not requested without a cart, or without offers', async () => {
    for (const html of [page, whole('')]) {
      const { dom, showParcels } = await open({ cookies: html === page ? ['cartCount=0'] : ['cartCount=1'] }, html);
      await showParcels().catch(() => {});
      expect(dom.asked).toEqual([]);
    }
  });

  test('is not shown if the call fails', async () => {
    const { showParcels } = await open({ answer: () => ({ status: 503, body }) });
    await showParcels();
    expect(lines()).toEqual([]);
  });
});

describe('what goes with a part', () => {
  const call = '/api/recommendation/spare-part/7?locale=de-DE&country=DE';
  const form = (id: string) => `<form id="${id}" data-add="1"><button class="buy">Kaufen</button></form>`;
  const page = (root = '') =>
    whole(
      `<p data-status="" data-added="Im Warenkorb: {{count}}."></p><div class="buy-box">${form('a')}</div>
      <table><tbody><tr><td>${form('b')}</td></tr></tbody></table>
      <section data-goes-with="7" hidden=""><h2>Das gehört dazu</h2><ul></ul></section>`,
      root,
    );
  const part = (more: object = {}) => ({
    href: '/Teilenummernsuche/ATE/1',
    title: 'Bremsbelag',
    articleNumber: '12-34',
    manufacturer: { name: 'ATE' },
    smallImages: [{ url: '/api/Bilder/1.avif', width: 96, height: 72 }],
    amount: '20,00 €',
    ...more,
  });
  const answer = () => ({ body: JSON.stringify([part(), part({ smallImages: [] })]) });
  async function open(options: DomOptions = { answer }, html = page()): Promise<Dom> {
    const dom = await openDom(html, options);
    const { watchAdds } = await import('./cross-selling.js');
    watchAdds();
    await dom.pass();
    return dom;
  }
  const region = () => find('[data-status]');
  const use = (id: string): boolean =>
    find(`#${id}`).dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  async function add(dom: Dom, id: string, announcement = 'Im Warenkorb: 1.'): Promise<void> {
    use(id);
    region().textContent = announcement;
    await dom.pass();
  }
  const section = () => find('[data-goes-with]');

  test('is shown below the used form, and announced', async () => {
    const dom = await open();
    await add(dom, 'a');
    expect(dom.asked.map(({ address }) => address)).toEqual([call]);
    expect([section().hidden, section().previousElementSibling?.className]).toEqual([false, 'buy-box']);
    expect(region().textContent).toBe('Im Warenkorb: 1. Das gehört dazu');
    const [first, second] = findAll('li');
    expect(first?.querySelector('a')?.getAttribute('href')).toBe('/Teilenummernsuche/ATE/1');
    expect(first?.textContent).toBe('ATE 12-34Bremsbelag20,00 €');
    const image = first?.querySelector('img');
    expect(['src', 'width', 'height', 'alt'].map((name) => image?.getAttribute(name))).toEqual([
      '/api/Bilder/1.avif',
      '96',
      '72',
      '',
    ]);
    expect(second?.querySelector('img')).toBeNull();
    use('b');
    expect([section().hidden, findAll('li')]).toEqual([true, []]);
    region().textContent = 'Im Warenkorb: 2.';
    await dom.pass();
    expect([section().previousElementSibling?.tagName, findAll('li').length]).toEqual(['TABLE', 2]);
  });

  test.each([
    ['an error', 'Nicht geklappt.'],
    ['an invalid number', 'Im Warenkorb: viele.'],
    ['more than that', 'Im Warenkorb: 1. Und mehr'],
  ])('is not requested when %s is announced', async (_, announcement) => {
    const dom = await open();
    await add(dom, 'a', announcement);
    expect(dom.asked).toEqual([]);
  });

  test.each([
    ['fails', { status: 503, body: JSON.stringify([part()]) }],
    ['cannot be had', null],
    ['is empty', { body: '[]' }],
    ['leads to another shop', { body: JSON.stringify([part({ href: 'https://elsewhere.example/' })]) }],
    ['leads to another shop by two slashes', { body: JSON.stringify([part({ href: '//elsewhere.example/' })]) }],
  ])('is not shown if the call %s', async (_, response) => {
    const dom = await open({ answer: () => response });
    await add(dom, 'a');
    expect([dom.asked.length, section().hidden, region().textContent]).toEqual([1, true, 'Im Warenkorb: 1.']);
  });

  test('that arrives after the next form was used is not shown', async () => {
    const late = Promise.withResolvers<Answer>();
    const dom = await open({ answer: () => late.promise });
    use('a');
    region().textContent = 'Im Warenkorb: 1.';
    await dom.clock.advance(0);
    expect(dom.asked.length).toBe(1);
    use('b');
    late.resolve(answer());
    await dom.pass();
    expect(section().hidden).toBe(true);
  });

  test.each([
    ['', {}, call],
    ['', keeping(golf), `${call}&modelId=1000`],
    [about(polo), keeping(golf), `${call}&modelId=${polo.modelId}`],
  ])('is requested for the vehicle of the page, or else the kept one: %s', async (root, storage, address) => {
    const dom = await open({ answer, storage }, page(root));
    await add(dom, 'a');
    expect(dom.asked[0]?.address).toBe(address);
  });

  test.each([
    ['b', 'TABLE'],
    [null, 'DIV'],
  ])('is shown for an add from before this script ran, below its form: %s', async (id, above) => {
    const dom = await openDom(page().replace('{{count}}."></p>', '{{count}}.">Im Warenkorb: 1.</p>'), { answer });
    if (id) find(`#${id} button`).focus();
    const { watchAdds } = await import('./cross-selling.js');
    watchAdds();
    await dom.pass();
    expect([section().hidden, section().previousElementSibling?.tagName]).toEqual([false, above]);
  });
});

describe('a browser that refuses cookies', () => {
  const page = whole(`<a data-cart-link="" href="/cart"></a><p data-status="" data-failed="Nicht geklappt."></p>
    <form id="a" data-add="1"></form><form id="b" data-add="1"></form>`);
  const cart = () => ({ body: whole('<p data-blocked="" class="x">Ihr Browser nimmt keine Cookies an</p>') });
  async function open(isRefusing: boolean, answer: DomOptions['answer'] = cart): Promise<Dom> {
    const dom = await openDom(page, { answer });
    if (isRefusing) Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
    const { watchBlockedAdds } = await import('./blocked-cookies.js');
    watchBlockedAdds(Promise.resolve());
    find('#b').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    return dom;
  }
  const notes = () =>
    findAll('[data-blocked]').map((note) => [note.previousElementSibling?.id, note.className, note.textContent]);
  const say = async (dom: Dom, text: string): Promise<void> => {
    find('[data-status]').textContent = text;
    await dom.pass();
  };

  test('shows the need of an add beside the used form, once', async () => {
    const dom = await open(true);
    await say(dom, 'Nicht geklappt.');
    expect(dom.asked.map(({ address }) => address)).toEqual(['/cart?new=1']);
    expect(notes()).toEqual([['b', 'blocked-note', 'Ihr Browser nimmt keine Cookies an']]);
    find('#a').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await say(dom, 'Nicht geklappt.');
    expect(notes().map(([form]) => form)).toEqual(['a']);
  });

  test('shows nothing after a successful add, nor in another browser after a failed one', async () => {
    const worked = await open(true);
    await say(worked, 'Im Warenkorb.');
    const keeping = await open(false);
    await say(keeping, 'Nicht geklappt.');
    expect([worked.asked, keeping.asked, document.cookie]).toEqual([[], [], '']);
  });

  test('shows it for an add from before this script ran, beside the form in use', async () => {
    const dom = await openDom(page.replaceAll('</form>', '<button>x</button></form>'), { answer: cart });
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
    find('[data-status]').textContent = 'Nicht geklappt.';
    find('#b button').focus();
    const { watchBlockedAdds } = await import('./blocked-cookies.js');
    watchBlockedAdds(Promise.resolve());
    await dom.pass();
    expect(notes().map(([form]) => form)).toEqual(['b']);
  });

  test('keeps the announcement if the cart page fails to load', async () => {
    const dom = await open(true, () => null);
    await say(dom, 'Nicht geklappt.');
    expect([dom.asked.length, notes(), find('[data-status]').textContent]).toEqual([1, [], 'Nicht geklappt.']);
  });
});
