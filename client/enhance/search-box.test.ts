import { describe, expect, test } from 'vitest';
import { noSuggestions } from '../../test/fixtures/views/no-suggestions.js';
import { type Answer, type Asked, type Dom, find, findAll } from '../../test/support/dom.js';
import { announced, click, openIsland, press, settle, write } from '../../test/support/island.js';
import { examples } from '../../views/islands/search-box.examples.js';
import type { SearchBoxProps } from '../../views/islands/search-box.props.js';

const start = examples['no vehicle'] as SearchBoxProps;
const { texts } = start;
const named = (label: string) => ({ label, href: `/${label}` });
const product = {
  title: 'Scheibe',
  articleNumber: 'K 1',
  brand: { name: 'Kelvo' },
  image: { url: '/k.svg' },
  href: '/Kelvo/K1',
};
const groups = { ...noSuggestions, vehicleSpecific: [named('a')], universal: [named('b')], vehicle: named('Golf') };
const answerWith = (body: object) => (): Answer => ({ body: JSON.stringify(body) });
const vehicle = JSON.stringify({ modelId: 'm9', slug: 'Golf' });

interface Circumstances {
  props?: SearchBoxProps;
  answer?: (asked: Asked) => Answer | Promise<Answer>;
  storage?: Record<string, string>;
  before?: () => void;
}
const open = ({ props = start, answer = answerWith(groups), ...more }: Circumstances = {}): Promise<Dom> =>
  openIsland(() => import('../../views/islands/search-box.island.js'), props, { ...more, answer });
const field = () => find<HTMLInputElement>('[name=query]');
/** Types a term, and lets its suggestions arrive. */
async function type(dom: Dom, term: string): Promise<void> {
  field().focus();
  write(field(), term);
  await dom.clock.advance(300);
  await settle(dom);
}
async function typed(circumstances: Circumstances = {}): Promise<Dom> {
  const dom = await open(circumstances);
  await type(dom, 'bremse');
  return dom;
}
const list = () => document.querySelector('[role=listbox]');
const links = () => findAll('[role=option]');
const asked = (dom: Dom) => dom.asked.map(({ address }) => address);
const key = async (dom: Dom, name: string, init: KeyboardEventInit = {}): Promise<boolean> => {
  const isLeft = press(field(), name, init);
  await settle(dom);
  return isLeft;
};
/** Position of the option that the field names as active; -1 for none. */
const active = () => links().findIndex(({ id }) => id === field().getAttribute('aria-activedescendant'));

describe('suggestions', () => {
  test('are asked for what was typed, shown in groups, and counted aloud', async () => {
    const later = Promise.withResolvers<Answer>();
    const dom = await typed({ answer: () => later.promise });
    expect(asked(dom)).toEqual(['/api/search/suggestions?query=bremse&locale=de-DE']);
    expect([find('.search-busy').hidden, list(), announced()]).toEqual([false, null, '']);
    expect([field().getAttribute('aria-expanded'), field().getAttribute('aria-controls')]).toEqual(['false', null]);
    later.resolve(answerWith(groups)());
    await settle(dom);
    expect([find('.search-busy').hidden, announced()]).toEqual([
      true,
      'Anzahl der Vorschläge: 2. Die Pfeiltasten wählen aus.',
    ]);
    expect(findAll('[role=group] p').map(({ textContent }) => textContent)).toEqual(['Für Golf', texts.universal]);
    expect(
      findAll('[role=group]').map((group) => find(`#${group.getAttribute('aria-labelledby')}`).textContent),
    ).toEqual(['Für Golf', texts.universal]);
    expect(links().map((link) => link.getAttribute('href'))).toEqual(['/a', '/b']);
    expect([field().getAttribute('aria-expanded'), field().getAttribute('aria-controls')]).toEqual([
      'true',
      list()?.id,
    ]);
  });

  test.each<[string, Partial<typeof noSuggestions>, boolean]>([
    ['products alone', { products: [product] as never }, false],
    ['products beside others', { products: [product] as never, universal: [named('b')] as never }, true],
    ['no products', groups as never, false],
  ])('take two columns only with %s', async (_, some, isWide) => {
    await typed({ answer: answerWith({ ...noSuggestions, ...some }) });
    expect(list()?.classList.contains('suggestions-wide')).toBe(isWide);
  });

  test('of products show picture, brand and number', async () => {
    await typed({ answer: answerWith({ ...noSuggestions, products: [product] }) });
    expect([links()[0]?.textContent, find('[role=option] img').getAttribute('src')]).toEqual([
      'Scheibe Kelvo K 1',
      '/k.svg',
    ]);
    expect(find('[role=group]').className).toBe('suggested-parts');
  });

  test('of another term are announced once they are there; the former stay until then', async () => {
    let answer: Answer | Promise<Answer> = answerWith(groups)();
    const later = Promise.withResolvers<Answer>();
    const dom = await typed({ answer: () => answer });
    answer = later.promise;
    await type(dom, 'bremsen');
    expect([links().length, announced(), find('.search-busy').hidden]).toEqual([2, '', false]);
    later.resolve(answerWith({ ...noSuggestions, specific: [named('c')] })());
    await settle(dom);
    expect([links().length, announced().slice(0, 26)]).toEqual([1, 'Anzahl der Vorschläge: 1. ']);
  });

  test('that do not exist are announced, without a list', async () => {
    await typed({ answer: answerWith(noSuggestions) });
    expect([announced(), list(), field().getAttribute('aria-expanded')]).toEqual([texts.none, null, 'false']);
  });

  test.each<[string, Answer]>([
    ['no connection', null],
    ['an error', { status: 503, body: JSON.stringify(groups) }],
    ['rubbish', { body: '{}' }],
  ])('that fail show and say nothing: %s', async (_, answer) => {
    await typed({ answer: () => answer });
    expect([announced(), list(), find('.search-busy').hidden]).toEqual(['', null, true]);
  });

  test('are asked for what was typed before the script ran, if the field has the focus', async () => {
    const before = () => {
      field().value = 'bremse';
    };
    const dom = await open({
      before: () => {
        before();
        field().focus();
      },
    });
    await dom.clock.advance(300);
    await settle(dom);
    expect([asked(dom).length, links().length]).toEqual([1, 2]);
    const other = await open({ before });
    await other.clock.advance(300);
    await settle(other);
    expect(asked(other)).toEqual([]);
  });

  test('close after the focus has left, but a press on them keeps it', async () => {
    const dom = await typed();
    const isDefault = list()?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
    expect(isDefault).toBe(false);
    field().dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    await dom.clock.advance(400);
    await settle(dom);
    expect([list(), announced()]).toEqual([null, '']);
    field().dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    await settle(dom);
    expect(links().length).toBe(2);
  });

  test.each<[MouseEventInit, boolean]>([
    [{}, false],
    [{ ctrlKey: true }, true],
    [{ metaKey: true }, true],
    [{ shiftKey: true }, true],
  ])('followed with %j stay open: %j', async (init, isOpen) => {
    const dom = await typed();
    click(links()[0] as Element, init);
    await settle(dom);
    expect(list() !== null).toBe(isOpen);
  });
});

describe('keys', () => {
  test('walk through the suggestions, which stay in view', async () => {
    const dom = await typed();
    const seen: string[] = [];
    Element.prototype.scrollIntoView = function scrollIntoView(this: Element): void {
      seen.push(this.textContent ?? '');
    };
    expect(active()).toBe(-1);
    expect(await key(dom, 'ArrowDown')).toBe(false);
    expect([active(), links().map((link) => link.ariaSelected ?? link.getAttribute('aria-selected'))]).toEqual([
      0,
      ['true', 'false'],
    ]);
    await key(dom, 'ArrowUp');
    expect(active()).toBe(-1);
    await key(dom, 'ArrowUp');
    expect([active(), seen]).toEqual([1, ['a', 'b']]);
  });

  test('Enter follows the active suggestion, or else sends the form', async () => {
    const dom = await typed();
    const followed: string[] = [];
    find('is-land').addEventListener('click', (event) => {
      event.preventDefault();
      followed.push((event.target as Element).id);
    });
    expect([await key(dom, 'Enter'), followed]).toEqual([true, []]);
    await key(dom, 'ArrowDown');
    const { id } = links()[0] as Element;
    expect([await key(dom, 'Enter'), followed, list()]).toEqual([false, [id], null]);
  });

  test('Escape closes the list, then belongs to the page', async () => {
    const dom = await typed();
    expect([await key(dom, 'Escape'), list(), announced()]).toEqual([false, null, '']);
    expect(await key(dom, 'Escape')).toBe(true);
  });

  test.each<KeyboardEventInit>([{ isComposing: true }, { altKey: true }, { ctrlKey: true }, { metaKey: true }])(
    'with %j belong to others',
    async (init) => {
      const dom = await typed();
      expect([await key(dom, 'ArrowDown', init), active()]).toEqual([true, -1]);
    },
  );

  test('that type belong to the field', async () => {
    expect(await key(await typed(), 'x')).toBe(true);
  });
});

describe('a search', () => {
  const submit = async (dom: Dom): Promise<boolean> => {
    const isSent = find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await settle(dom);
    return isSent;
  };
  test('is sent with words, and closes the list', async () => {
    const dom = await typed();
    expect([await submit(dom), list()]).toEqual([true, null]);
  });

  test('of spaces is not sent', async () => {
    const dom = await typed();
    field().value = '  ';
    expect([await submit(dom), list() !== null]).toEqual([false, true]);
  });
});

describe('the vehicle', () => {
  const sent = () => findAll<HTMLInputElement>('[type=hidden]').map(({ name, value }) => [name, value]);

  test.each<[SearchBoxProps['vehicle'], string, string[]]>([
    [['modelId', 'm7'], 'vehicleModelId=m7', ['modelId', 'm7']],
    [['vehicleSeriesGroupId', '55'], 'vehicleSeriesGroupId=55', ['vehicleSeriesGroupId', '55']],
    [['vehicleManufacturerId', '10'], 'vehicleManufacturerId=10', ['vehicleManufacturerId', '10']],
    [null, 'vehicleModelId=m9', ['modelId', 'm9']],
  ])('of a page with %j comes before the kept one', async (own, query, hidden) => {
    const dom = await typed({ props: { ...start, vehicle: own }, storage: { vehicle } });
    expect([asked(dom), sent()]).toEqual([[`/api/search/suggestions?query=bremse&locale=de-DE&${query}`], [hidden]]);
  });

  test('that is kept meanwhile is sent', async () => {
    const dom = await open();
    expect(sent()).toEqual([]);
    localStorage.vehicle = vehicle;
    dispatchEvent(new StorageEvent('storage', { key: 'vehicle' }));
    await settle(dom);
    expect(sent()).toEqual([['modelId', 'm9']]);
  });
});
