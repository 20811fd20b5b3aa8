import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type Answer, type Asked, type Dom, find, findAll, openDom } from '../../test/support/dom.js';
import { golf, keeping } from '../../test/support/kept-vehicles.js';

/** A form that adds to the cart. */
const form = (id: string, perPack: number, quantity: number): string =>
  `<form id="${id}" data-add="${perPack}" action="/add/${id}">
    <input name="quantity" value="${quantity}"><input name="locale" value="de-DE"><button class="buy">Kaufen</button>
  </form>`;
const article = `<html data-build="b"><body>
  <a href="/cart" data-cart-link="">Warenkorb <span data-cart-count="" hidden=""></span></a>
  <p data-status="" data-added="Im Warenkorb: {{count}}." data-failed="Nicht geklappt."></p>
  <section data-retry="Noch einmal" data-added="Drin ({{count}})" data-to-cart="Zum Warenkorb">
    <div class="buy-box">${form('a', 2, 6)}</div>${form('b', 1, 1)}
  </section></body></html>`;

const source = (name: string): string => join(import.meta.dirname, name);
/** The article with the files that its loader loads at the first tap. */
const withFiles = (...files: string[]): string =>
  article.replace('data-build="b"', `data-build="b" data-src="${files.join(' ')}"`);

async function open(answer: (asked: Asked) => Answer | Promise<Answer>, cookies: readonly string[] = []): Promise<Dom> {
  const dom = await openDom(withFiles(source('add-to-cart.ts')), { answer, cookies, path: '/part' });
  await import('./add-to-cart.js');
  const { addOnSubmit } = await import('./add-on-submit.js');
  const { watchAdding } = await import('./adding.js');
  const { raiseCount } = await import('./cart-count.js');
  raiseCount(0);
  addEventListener('submit', addOnSubmit);
  watchAdding(Promise.resolve());
  return dom;
}
/** Lets the tap be painted and the script for adding run, but waits for no answer. */
async function start(dom: Dom): Promise<void> {
  await dom.clock.advance(20);
  await vi.dynamicImportSettled();
  await dom.clock.advance(0);
}
const press = (id: string): void => find(`#${id} .buy`).click();
const count = (): string => find('[data-cart-count]').textContent;
const statusText = (): string => find('[data-status]').textContent;
/** The response to an add: the cart then has this many packs. */
const cartOf = (packs: number) => (): Answer => {
  document.cookie = `cartCount=${packs};path=/`;
  return { body: JSON.stringify({ cartData: { countArticles: packs } }) };
};

test('a tap raises the count by packs, and a link to the cart replaces the button', async () => {
  const dom = await open(cartOf(3));
  expect(find('[data-cart-count]').hidden).toBe(true);
  find('#a .buy').focus();
  press('a');
  expect([count(), find('[data-cart-count]').hidden, find('#a .buy').getAttribute('aria-busy')]).toEqual([
    '3',
    false,
    'true',
  ]);
  expect(dom.asked).toEqual([]);
  await dom.pass(20);
  expect(dom.asked.map(({ method, address, body }) => [method, address, body])).toEqual([
    ['POST', '/add/a', 'quantity=6&locale=de-DE'],
  ]);
  expect(dom.asked[0]?.header('accept')).toBe('application/json');
  expect(statusText()).toBe('Im Warenkorb: 3.');
  const link = find<HTMLAnchorElement>('#a .added');
  expect([link.textContent, link.pathname, document.activeElement === link]).toEqual([
    '✓ Drin (3)Zum Warenkorb',
    '/cart',
    true,
  ]);
  expect([find('#a .buy').hidden, find('#a .buy').hasAttribute('aria-busy')]).toEqual([true, false]);
  find('#a input').dispatchEvent(new InputEvent('input', { bubbles: true }));
  expect([document.querySelector('.added'), find('#a .buy').hidden]).toEqual([null, false]);
});

test('a form shows all packs that it has added, without those of another form', async () => {
  let packs = 0;
  const dom = await open(({ address }) => {
    packs += address === '/add/a' ? 3 : 1;
    return cartOf(packs)();
  });
  for (const id of ['a', 'a', 'b']) {
    press(id);
    await dom.pass(20);
  }
  expect(findAll('.added').map((link) => link.firstChild?.textContent)).toEqual(['✓ Drin (6)', '✓ Drin (1)']);
  expect([count(), document.activeElement?.tagName]).toEqual(['7', 'BODY']);
});

test('a busy button adds nothing on a second tap, and taps on several buttons wait for each other', async () => {
  const [first, second] = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()];
  let packs = 0;
  const dom = await open(async ({ address }) => {
    await (address === '/add/a' ? first : second).promise;
    packs += address === '/add/a' ? 3 : 1;
    return cartOf(packs)();
  });
  press('a');
  press('a');
  press('b');
  expect(count()).toBe('4');
  await start(dom);
  expect(dom.asked.map(({ address }) => address)).toEqual(['/add/a']);
  first.resolve(null);
  await dom.clock.advance(20);
  expect(dom.asked.map(({ address }) => address)).toEqual(['/add/a', '/add/b']);
  expect([count(), statusText()]).toEqual(['4', 'Im Warenkorb: 3.']);
  second.resolve(null);
  await dom.pass(20);
  expect([count(), statusText()]).toEqual(['4', 'Im Warenkorb: 4.']);
});

test('an add that fails twice restores the count, shows the failure, and the next try has the same key', async () => {
  let isReached = false;
  const dom = await open(() => (isReached ? cartOf(3)() : null));
  press('a');
  await dom.pass(20);
  expect(dom.asked.length).toBe(2);
  expect([count(), statusText(), find('[data-cart-count]').hidden]).toEqual(['0', 'Nicht geklappt.', true]);
  const line = find('#a .add-failed');
  expect(line.textContent).toBe('Nicht geklappt. Noch einmal');
  isReached = true;
  line.querySelector('button')?.click();
  await dom.pass(20);
  expect([count(), document.querySelector('.add-failed')]).toEqual(['3', null]);
  const keys = dom.asked.map((one) => one.header('idempotency-key'));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^\d+(-\d+){3}-6$/);
  // The cart has answered: another quantity is a new request.
  find('#a input').dispatchEvent(new InputEvent('input', { bubbles: true }));
  press('a');
  await dom.pass(20);
  expect(dom.asked.at(-1)?.header('idempotency-key')).not.toBe(keys[0]);
});

test('another quantity gets another key, also after a failure', async () => {
  const dom = await open(() => null);
  press('a');
  await dom.pass(20);
  find<HTMLInputElement>('#a input').value = '5';
  press('a');
  // A pack has two pieces.
  expect(count()).toBe('3');
  await dom.pass(20);
  const [first, , second] = dom.asked.map((one) => one.header('idempotency-key') ?? '');
  expect(second).toBe(first?.replace(/6$/, '5'));
});

test('a refusal appears in the words of the shop, and is not retried', async () => {
  const dom = await open(() => ({ status: 422, body: '{"title":"Höchstens 99."}' }), ['cartCount=99']);
  press('b');
  expect(count()).toBe('100');
  await dom.pass(20);
  expect([count(), statusText(), find('#b .add-failed').firstChild?.textContent]).toEqual([
    '99',
    'Höchstens 99.',
    'Höchstens 99.',
  ]);
  expect(dom.asked.length).toBe(1);
});

test.each([
  ['no JSON', '<p>Willkommen im WLAN</p>'],
  ['no cart', '{"cartData":[null]}'],
  ['a cart that the browser did not keep', '{"cartData":{"countArticles":3}}'],
])('a response that is %s adds nothing', async (_, body) => {
  const dom = await open(() => ({ body }));
  press('a');
  await dom.pass(20);
  expect([count(), statusText()]).toEqual(['0', 'Nicht geklappt.']);
});

test('a request that times out is repeated once', async () => {
  let isSilent = true;
  const dom = await open(() => (isSilent ? new Promise<Answer>(() => {}) : cartOf(3)()));
  press('a');
  await start(dom);
  expect(dom.asked.length).toBe(1);
  isSilent = false;
  await dom.clock.advance(8000);
  await dom.clock.advance(20);
  expect(dom.asked.length).toBe(2);
  expect([count(), statusText()]).toEqual(['3', 'Im Warenkorb: 3.']);
});

test('a tap without a kept vehicle waits for no verdict', async () => {
  const dom = await openDom(article, { answer: cartOf(3) });
  const { addToCart } = await import('./add-to-cart.js');
  void addToCart(find<HTMLFormElement>('#a'), 3, new Promise(() => {}));
  await dom.pass();
  expect([dom.asked.length, statusText()]).toEqual([1, 'Im Warenkorb: 3.']);
});

test('adds from before this script ran are shown, too', async () => {
  await openDom(article.replace('id="b"', 'id="b" data-count="2"'));
  const { watchAdding } = await import('./adding.js');
  const styled = Promise.withResolvers<void>();
  watchAdding(styled.promise);
  await Promise.resolve();
  expect(findAll('.added')).toEqual([]);
  styled.resolve();
  await styled.promise;
  expect(find('#b .added').firstChild?.textContent).toBe('✓ Drin (2)');
});

const deferredFiles = [
  source('../deferred.ts'),
  '/build/deferred.css',
  '/build/sentences.json',
  source('../buying.ts'),
];

test.each([
  ['fits', '<h2>Passt</h2>', 'Kaufen', ['/add/a?modelId=1000'], 'Im Warenkorb: 3.'],
  ['does not fit', '<h2>Passt nicht</h2>', 'Trotzdem', [], 'Passt nicht'],
])('a tap waits for the verdict for the kept vehicle: a part that %s', async (_, title, words, expected, said0) => {
  const verdict = Promise.withResolvers<Answer>();
  const tone = title.includes('nicht') ? 'tone-bad' : 'tone-ok';
  const dom = await openDom(withFiles(...deferredFiles).replace('<section', '<div class="fit-card">?</div><section'), {
    path: '/part',
    storage: keeping(golf),
    answer({ method, address }) {
      if (address.includes('sentences'))
        return { body: '{"status":{"added":"Im Warenkorb: {{count}}."},"selling":{}}' };
      return method === 'POST' ? cartOf(3)() : verdict.promise;
    },
  });
  const { addOnSubmit } = await import('./add-on-submit.js');
  const { watchAdding } = await import('./adding.js');
  addEventListener('submit', addOnSubmit);
  watchAdding(Promise.resolve());
  const added = () => dom.asked.filter(({ method }) => method === 'POST').map(({ address }) => address);
  press('a');
  await dom.clock.advance(100);
  expect([added(), find('#a .buy').hasAttribute('aria-busy')]).toEqual([[], true]);
  verdict.resolve({
    body: `<html data-build="b"><body><div class="fit-card ${tone}">${title}</div>
      <div class="buy-box"><form><button class="buy">${words}</button></form></div></body></html>`,
  });
  await dom.pass(100);
  expect([added(), statusText(), find('#a .buy').textContent]).toEqual([expected, said0, words]);
  expect(find('#a').textContent).not.toContain('Noch einmal');
  // The guarded button adds only with the next tap.
  press('a');
  await dom.pass(100);
  expect(added()).toEqual([...expected, '/add/a?modelId=1000']);
});

test.each([
  ['the script', ['/build/gone.js']],
  ['the sentences', deferredFiles],
])('a tap posts the form if %s for adding cannot be loaded', async (_, files) => {
  const dom = await openDom(withFiles(...files), { path: '/part', answer: () => null });
  const { addOnSubmit } = await import('./add-on-submit.js');
  addEventListener('submit', addOnSubmit);
  const posted: (string | undefined)[] = [];
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented) posted.push(event.submitter?.className);
    event.preventDefault();
  });
  press('b');
  expect([count(), posted]).toEqual(['1', []]);
  await dom.pass(20);
  expect(posted).toEqual(['buy']);
});
