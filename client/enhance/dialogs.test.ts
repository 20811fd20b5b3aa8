import { describe, expect, test, vi } from 'vitest';
import { type Answer, type Dom, type DomOptions, find, findAll, openDom } from '../../test/support/dom.js';
import { about, golf, keeping, polo } from '../../test/support/kept-vehicles.js';

/** Dialogs of the header and the footer: delivery country, navigation, consents. */
const page = (root = '') =>
  `<html data-build="b" data-country="DE" data-src="/build/deferred.js /build/deferred.css" ${root}><body>
  <form id="country" data-kind="country" data-opens="/fragments/countries.html" action="/delivery-country"></form>
  <form id="menu" data-kind="menu" data-opens="/fragments/menu.html" action="/menu"></form>
  <form id="consent" data-kind="consent" data-opens="/fragments/consents.html" action="/consents"></form></body></html>`;
const fragment = (body: string, build = 'b') =>
  `<html><body data-build="${build}"><div><h2>Titel</h2>${body}</div></body></html>`;
const countries = fragment(`<p data-blocked-choice="" hidden="">Keine Cookies</p><input data-find-country="" hidden="">
  <p data-no-country="" hidden="">Keines</p><form method="dialog"><ul><li><button name="country" value="DE">Deutschland</button></li>
  <li><button name="country" value="AT">Österreich</button></li>
  <li><button name="country" value="CZ">Tschechische Republik</button></li></ul><button id="other">x</button></form>`);
const consents = fragment(`<form><input name="returnTo"><input type="radio" name="state.videos.example:8443" value="a">
  <input type="radio" name="state.videos.example:8443" value="d" checked=""><input type="radio" name="state.maps.example" value="a">
  <input type="radio" name="state.maps.example" value="d" checked=""></form>`);
const menu = fragment(`<form class="menu-tree" action="/menu"><ul>
  <li><button value="1" aria-expanded="false">Bremse</button></li>
  <li><button value="2" aria-expanded="false">Motor</button></li></ul></form>`);
const panel = (build = 'b') => `<html><body data-build="${build}"><div class="menu-level-2">
  <details><summary>Scheiben</summary><a href="/1">Vorn</a></details><details><summary>Beläge</summary><a href="/2">Alle</a></details>
  </div></body></html>`;
const contents: Record<string, string> = { countries, consents, menu };
const answer: DomOptions['answer'] = ({ address }) => ({
  body: address.includes('open=') ? panel() : (contents[/fragments\/(\w+)/.exec(address)?.[1] ?? ''] ?? ''),
});

async function open(kind: string, options: DomOptions = {}, html = page()): Promise<Dom> {
  const dom = await openDom(html, { answer, ...options });
  // The small DOM has no layout: every element counts as visible unless it is hidden.
  Object.defineProperty(Element.prototype, 'getClientRects', {
    configurable: true,
    value(this: Element) {
      const folded = this.closest('details:not([open])');
      return this.closest('[hidden]') || (folded && this.tagName !== 'SUMMARY') ? [] : [{}];
    },
  });
  await openAgain(dom, kind);
  return dom;
}
async function openAgain(dom: Dom, kind: string): Promise<void> {
  const dialogs = await import('./dialogs.js');
  void dialogs.open(find<HTMLFormElement>(`#${kind}`));
  await dom.pass();
}
const dialog = () => find<HTMLDialogElement>('dialog');
const key = (on: Element, name: string, more: KeyboardEventInit = {}): boolean =>
  on.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }));

describe('a dialog', () => {
  test('is fetched once, labelled by its title, and opened again unchanged', async () => {
    const dom = await open('country');
    expect([dialog().open, dialog().className, dialog().getAttribute('aria-labelledby')]).toEqual([
      true,
      'dialog',
      'dialog-country',
    ]);
    expect([find('#dialog-country').textContent, document.activeElement === find('[value=DE]')]).toEqual([
      'Titel',
      true,
    ]);
    dialog().close();
    await openAgain(dom, 'country');
    expect([dialog().open, findAll('dialog').length, dom.asked.length]).toEqual([true, 1, 1]);
  });

  test('closes on a press beside it, not in it, and on a return by the back/forward cache', async () => {
    await open('country');
    find('dialog h2').click();
    expect(dialog().open).toBe(true);
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(dialog().open).toBe(true);
    dialog().click();
    expect(dialog().open).toBe(false);
    dialog().showModal();
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(dialog().open).toBe(false);
  });

  test.each([
    ['cannot be had', null],
    ['is an error', { status: 503, body: countries }],
    ['has no title', { body: '<html><body data-build="b"><p>WLAN</p></body></html>' }],
  ])('opens its page if its content %s', async (_, response) => {
    const dom = await open('country', { answer: () => response });
    expect([dom.left, findAll('dialog')]).toEqual([['submit /delivery-country'], []]);
  });

  test('opens once for two quick presses, and is asked for again after a failure', async () => {
    let response: Answer = null;
    const dom = await open('country', { answer: () => response });
    response = { body: countries };
    void openAgain(dom, 'country');
    await openAgain(dom, 'country');
    expect([findAll('dialog[open]').length, dom.asked.length, dom.left.length]).toEqual([1, 2, 1]);
  });

  test('does not open without a connection', async () => {
    const dom = await openDom(page(), { answer: () => null });
    dom.connect(false);
    const dialogs = await import('./dialogs.js');
    await dialogs.open(find<HTMLFormElement>('#country'));
    expect(dom.left).toEqual([]);
  });
});

describe('the delivery country', () => {
  const choose = (value: string) => find<HTMLButtonElement>(`dialog [value=${value}]`).click();

  test('that differs is stored, and the page reloads', async () => {
    const dom = await open('country');
    expect(find('[aria-current]').textContent).toBe('Deutschland');
    choose('AT');
    expect([document.cookie, dom.left, dialog().open]).toEqual(['country=AT', ['reload'], false]);
    // Only the browser knows the attributes of a cookie.
    const written = vi.spyOn(document, 'cookie', 'set');
    choose('AT');
    expect(written).toHaveBeenCalledWith('country=AT;path=/;max-age=31536000;samesite=strict');
    expect(find('[data-blocked-choice]').hidden).toBe(true);
    Object.defineProperty(location, 'protocol', { value: 'https:' });
    choose('AT');
    expect(written).toHaveBeenLastCalledWith('country=AT;path=/;max-age=31536000;samesite=strict;secure');
  });

  test('that is the same, or none, only closes the dialog', async () => {
    const dom = await open('country');
    find<HTMLButtonElement>('#other').click();
    dialog().showModal();
    choose('DE');
    expect([document.cookie, dom.left, dialog().open]).toEqual(['', [], false]);
  });

  test('that the browser does not store is reported in the dialog', async () => {
    const dom = await open('country');
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
    const scrolls: unknown[] = [];
    dialog().scrollTo = (...to: unknown[]) => void scrolls.push(to);
    choose('AT');
    expect([find('[data-blocked-choice]').hidden, dialog().open, dom.left, scrolls]).toEqual([
      false,
      true,
      [],
      [[0, 0]],
    ]);
  });

  test('is found by the beginning of a word, without regard to accents', async () => {
    await open('country');
    const field = find<HTMLInputElement>('[data-find-country]');
    const shown = (text: string): string[] => {
      field.value = text;
      field.dispatchEvent(new Event('input'));
      return findAll('dialog li:not([hidden])').map((item) => item.textContent);
    };
    expect(field.hidden).toBe(false);
    expect(shown('ost')).toEqual(['Österreich']);
    expect(shown(' REP ')).toEqual(['Tschechische Republik']);
    expect([shown('land'), find('[data-no-country]').hidden]).toEqual([[], false]);
    expect([shown('').length, find('[data-no-country]').hidden]).toEqual([3, true]);
    key(field, 'Enter');
    expect(dialog().open).toBe(true);
    shown('ö');
    expect(key(field, 'Enter')).toBe(false);
    expect([document.cookie, dialog().open]).toEqual(['country=AT', false]);
  });

  test('a letter typed anywhere in the dialog goes to its field; a shortcut does not', async () => {
    await open('country');
    const field = find('[data-find-country]');
    const button = find('[value=DE]');
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) key(button, 'o', more);
    key(button, '1');
    key(button, 'Tab');
    expect(document.activeElement === field).toBe(false);
    key(button, 'ö');
    expect(document.activeElement === field).toBe(true);
  });
});

test('consents show the visitor’s cookie, and lead back to this page', async () => {
  await open('consent', {
    cookies: [`consentHosts=${encodeURIComponent('videos.example:8443_other.example')}`],
    path: '/part?a=1',
  });
  expect(findAll<HTMLInputElement>(':checked').map(({ name, value }) => [name, value])).toEqual([
    ['state.videos.example:8443', 'a'],
    ['state.maps.example', 'd'],
  ]);
  expect(find<HTMLInputElement>('[name=returnTo]').value).toBe('/part?a=1');
});

describe('the navigation', () => {
  const press = async (dom: Dom, value: string): Promise<void> => {
    find<HTMLButtonElement>(`dialog [value="${value}"]`).click();
    await dom.pass();
  };
  const expanded = () => findAll('dialog [aria-expanded]').map((each) => each.getAttribute('aria-expanded'));

  test.each([
    ['', keeping(golf), '/fragments/menu.html?modelId=1000'],
    [about(polo), keeping(golf), '/fragments/menu.html?modelId=2000'],
    ['', {}, '/fragments/menu.html'],
  ])('is that of the vehicle of the page, or of the device: %s', async (root, storage, address) => {
    const dom = await open('menu', { storage }, page(root));
    expect([dom.asked[0]?.address, dialog().className]).toEqual([address, 'dialog dialog-menu']);
    await press(dom, '1');
    expect(dom.asked[1]?.address).toBe(`${address}${address.includes('?') ? '&' : '?'}open=1`);
  });

  test('has one step of the first level open at a time; its content is fetched once', async () => {
    const dom = await open('menu');
    await press(dom, '1');
    expect([expanded(), find('[value="1"]').nextElementSibling?.className]).toEqual([
      ['true', 'false'],
      'menu-level-2',
    ]);
    expect(find('[value="1"]').hasAttribute('aria-busy')).toBe(false);
    await press(dom, '2');
    expect([expanded(), findAll('.menu-level-2').map(({ hidden }) => hidden)]).toEqual([
      ['false', 'true'],
      [true, false],
    ]);
    await press(dom, '2');
    expect(expanded()).toEqual(['false', 'false']);
    await press(dom, '1');
    expect([expanded(), findAll('.menu-level-2').map(({ hidden }) => hidden), dom.asked.length]).toEqual([
      ['true', 'false'],
      [false, true],
      3,
    ]);
  });

  test('opens its page if a step fails to load', async () => {
    const dom = await open('menu', {
      answer: ({ address }) => (address.includes('open=') ? null : { body: menu }),
    });
    await press(dom, '1');
    expect([dom.left, expanded()]).toEqual([['submit /menu'], ['false', 'false']]);
  });

  test('that loads a step says so, leaves it closed if it was closed meanwhile, and stays without a connection', async () => {
    let step = Promise.withResolvers<Answer>();
    const dom = await open('menu', {
      answer: ({ address }) => (address.includes('open=') ? step.promise : { body: menu }),
    });
    const button = find<HTMLButtonElement>('[value="1"]');
    button.click();
    expect(button.getAttribute('aria-busy')).toBe('true');
    button.click();
    step.resolve({ body: panel() });
    await dom.pass();
    expect([expanded(), find('.menu-level-2').hidden]).toEqual([['false', 'false'], true]);
    step = { ...step, promise: Promise.resolve(null) };
    dom.connect(false);
    await press(dom, '2');
    expect([expanded(), dom.left]).toEqual([['false', 'false'], []]);
  });

  test('is usable by keyboard', async () => {
    const dom = await open('menu');
    const at = () => document.activeElement?.textContent;
    const walk = async (...names: string[]): Promise<unknown[]> => {
      const seen: unknown[] = [];
      for (const name of names) {
        key(document.activeElement as Element, name);
        await dom.pass();
        seen.push(at());
      }
      return seen;
    };
    find('[value="1"]').focus();
    expect(await walk('ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'Home')).toEqual([
      'Motor',
      'Bremse',
      'Motor',
      'Bremse',
      'Motor',
      'Bremse',
    ]);
    expect([await walk('ArrowRight'), expanded()]).toEqual([['Bremse'], ['true', 'false']]);
    expect(await walk('ArrowRight')).toEqual(['Scheiben']);
    find<HTMLDetailsElement>('details').open = true;
    expect(await walk('ArrowRight', 'ArrowLeft')).toEqual(['Vorn', 'Scheiben']);
    find<HTMLDetailsElement>('details').open = false;
    expect([await walk('ArrowLeft'), expanded()]).toEqual([['Bremse'], ['true', 'false']]);
    expect([await walk('ArrowLeft'), expanded()]).toEqual([['Bremse'], ['false', 'false']]);
    expect(key(find('[value="1"]'), 'x')).toBe(true);
    // A link opens nothing beside it.
    expect(key(find('dialog a[href="/1"]'), 'ArrowRight')).toBe(true);
    expect(key(find('[value="1"]'), 'ArrowDown')).toBe(false);
  });

  test('has one list of a step open at a time', async () => {
    const dom = await open('menu');
    await press(dom, '1');
    const [first, second] = findAll<HTMLDetailsElement>('details') as [HTMLDetailsElement, HTMLDetailsElement];
    first.open = true;
    second.open = true;
    second.dispatchEvent(new Event('toggle'));
    expect([first.open, second.open]).toEqual([false, true]);
  });
});
