import { describe, expect, test, vi } from 'vitest';
import { type Answer, type Asked, type Dom, find, findAll } from '../../test/support/dom.js';
import { click, openIsland, press, settle } from '../../test/support/island.js';
import { examples } from '../../views/islands/vehicle-panel.examples.js';
import type { VehiclePanelProps } from '../../views/islands/vehicle-panel.props.js';

const props = examples['folded away'] as VehiclePanelProps;
const { texts } = props;
const saved = {
  title: 'Gespeicherte',
  loading: 'Ihre werden geladen',
  failed: 'Ihre fehlen',
  retry: 'Noch einmal, bitte',
  hint: 'Bitte anmelden',
  login: 'Anmelden',
  all: 'Verwalten',
};
const golf = { modelId: 'm7', manufacturerId: '1', seriesId: '30', slug: 'VW-Golf', make: 'VW', series: 'Golf' };
const vehicle = { ...golf, engine: '1.6 TDI', kw: 77, ps: 105, ccm: 1598, from: 2012, to: null };
const other = { ...vehicle, modelId: 'm8', engine: 'EV', kw: 0, ps: 0, from: null };
const storage = { vehicle: JSON.stringify(vehicle), garage: JSON.stringify([vehicle, other]) };
const manufacturers = ['VW', 'Audi', ...'ABCDEFGHIJ'].map((name, index) => {
  return { id: String(index + 1), name, seoName: name, popularity: index };
});
const lists: Record<string, Answer> = { '/api/vehicle/manufacturers': { body: JSON.stringify(manufacturers) } };
const context = '<main><i data-context="categoryId=1523"></i></main>';
const to = '<a data-to="login" href="/login">x</a><a data-to="account" href="/account">x</a>';

interface Circumstances {
  own?: VehiclePanelProps;
  lists?: (asked: Asked) => Answer | Promise<Answer>;
  around?: string;
  storage?: Record<string, string>;
  root?: string;
  before?: () => void;
}
/** Opens a page with a panel. */
async function open({ own = props, around = context, ...more }: Circumstances = {}): Promise<Dom> {
  const answer = more.lists ?? (({ address }) => lists[address.split('?')[0] ?? ''] ?? null);
  return openIsland(() => import('../../views/islands/vehicle-panel.island.js'), own, {
    ...more,
    around: (widget) => widget + to + around,
    answer: (asked) => (asked.address === '/api/session' ? { body: '{"csr":"a","ts":1}' } : answer(asked)),
  });
}
const panel = () => find<HTMLDetailsElement>('.vehicle-panel');
const unfold = async (dom: Dom): Promise<void> => {
  panel().open = true;
  await settle(dom);
};
const catalogue = () => find('[aria-expanded]');
const asked = ({ asked: all }: Dom, path: string) => all.filter(({ address }) => address.startsWith(path));
const links = (within: string) => findAll<HTMLAnchorElement>(`${within} li a`).map((a) => a.getAttribute('href'));
const isFailed = (text: string) => document.querySelector('[role=alert]')?.textContent === text;

describe('recent vehicles', () => {
  test('are shown with power and years, and lead to the category of the page', async () => {
    const dom = await open({ storage });
    await unfold(dom);
    expect(findAll('li a').map((a) => [...a.children].map((part) => part.textContent))).toEqual([
      ['VW Golf 1.6 TDI', '77 kW / 105 PS, ab 2012'],
      ['VW Golf EV', ''],
    ]);
    expect(links('.vehicle-panel')[0]).toBe(`${props.action}?categoryId=1523&modelId=m7`);
    expect(asked(dom, '/api')).toEqual([]);
  });

  test('lead to the part that the picker of the page names', async () => {
    const picker = `<main><form class="vehicle-selects"><input type="hidden" name="productId" value="9">
      <input name="x" value="y"></form></main>`;
    await unfold(await open({ storage, around: picker }));
    expect(links('.vehicle-panel')[1]).toBe(`${props.action}?productId=9&modelId=m8`);
  });

  test('are forgotten on the device, in the pickers of the page and for its other scripts', async () => {
    const select = `<form class="vehicle-selects"><select name="manufacturerId"><option value=""></option>
      <option value="1" selected>VW</option><option value="2">Audi</option></select></form>`;
    const news: (string | null)[] = [];
    const dom = await open({ storage, around: `<main><is-land>${select}${select}</is-land></main>` });
    const [, second] = findAll<HTMLSelectElement>('main select');
    if (second) second.value = '2';
    addEventListener('storage', ({ key }) => news.push(key));
    await unfold(dom);
    const button = find('li button');
    expect(button.getAttribute('aria-label')).toBe('VW Golf 1.6 TDI entfernen');
    click(button);
    await settle(dom);
    expect([localStorage.vehicle, links('.vehicle-panel').length, news]).toEqual([undefined, 1, ['vehicle']]);
    expect(findAll<HTMLSelectElement>('main select').map(({ value }) => value)).toEqual(['', '2']);
    expect(find('.visually-hidden[role=status]').textContent).toBe('VW Golf 1.6 TDI ist nicht mehr gespeichert.');
    expect(document.activeElement).toBe(find('summary'));
  });

  test('of which another is forgotten leave the chosen one in the pickers', async () => {
    const select = '<select name="manufacturerId"><option value="1" selected>VW</option></select>';
    const around = `<main><is-land><form class="vehicle-selects">${select}</form></is-land></main>`;
    const dom = await open({ storage, around });
    await unfold(dom);
    click(findAll('li button')[1] as Element);
    await settle(dom);
    expect([find<HTMLSelectElement>('main select').value, links('.vehicle-panel').length]).toEqual(['1', 1]);
  });

  test.each(['vehicle', 'garage'])('follow another tab: %s', async (key) => {
    const dom = await open();
    await unfold(dom);
    click(catalogue());
    await settle(dom);
    Object.assign(localStorage, storage);
    dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
    await settle(dom);
    expect(links('.vehicle-panel').length).toBe(0);
    dispatchEvent(new StorageEvent('storage', { key }));
    await settle(dom);
    expect([links('.vehicle-panel').length, catalogue().getAttribute('aria-expanded')]).toEqual([2, 'false']);
    expect(panel().open).toBe(true);
  });
});

describe('the panel', () => {
  test('that was opened before the script ran is open', async () => {
    // Only React for developers reports the open panel.
    vi.spyOn(console, 'error').mockImplementationOnce(() => {});
    await open({ before: () => panel().setAttribute('open', '') });
    expect(document.querySelector('[aria-expanded]')).not.toBeNull();
  });

  test('closes with Escape, and its opener gets the focus', async () => {
    const dom = await open();
    await unfold(dom);
    catalogue().focus();
    press(catalogue(), 'a');
    expect(panel().open).toBe(true);
    press(catalogue(), 'Escape');
    await settle(dom);
    expect([panel().open, document.activeElement === find('summary')]).toEqual([false, true]);
    expect(document.querySelector('[aria-expanded]')).toBeNull();
  });

  test.each([
    [true, false],
    [false, true],
  ])('on a page that Back brings from memory (%j) is open: %j', async (persisted, isOpen) => {
    const dom = await open();
    await unfold(dom);
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    expect(panel().open).toBe(isOpen);
  });

  test('closes its catalogue with itself', async () => {
    const dom = await open();
    await unfold(dom);
    click(catalogue());
    await settle(dom);
    panel().open = false;
    await settle(dom);
    await unfold(dom);
    expect(catalogue().getAttribute('aria-expanded')).toBe('false');
  });
});

describe('the catalogue', () => {
  test('says that it loads, then offers all manufacturers and keeps the category', async () => {
    const later = Promise.withResolvers<Answer>();
    const dom = await open({ lists: () => later.promise });
    await unfold(dom);
    expect(asked(dom, '/api')).toEqual([]);
    click(catalogue());
    await settle(dom);
    expect(find('[role=status]').textContent).toBe(texts.loading);
    later.resolve({ body: JSON.stringify(manufacturers) });
    await settle(dom);
    const [call] = asked(dom, '/api/vehicle');
    expect([call?.address, call?.header('x-csr')]).toEqual(['/api/vehicle/manufacturers?locale=de-DE', 'a']);
    const [popular, all] = findAll('[name=manufacturerId] optgroup').map(({ textContent }) => textContent);
    expect([popular, all]).toEqual(['AudiBCDEFGHIJ', 'VWAudiABCDEFGHIJ']);
    expect(find<HTMLInputElement>('.vehicle-selects [name=categoryId]').value).toBe('1523');
    click(catalogue());
    await settle(dom);
    expect([panel().open, document.querySelector('.vehicle-panel-content')?.children.length]).toEqual([false, 2]);
  });

  test('begins with the kept vehicle', async () => {
    const dom = await open({ storage });
    await unfold(dom);
    click(catalogue());
    await settle(dom);
    expect(find<HTMLSelectElement>('[name=manufacturerId]').value).toBe('1');
    expect(asked(dom, '/api/vehicle/manufacturers/1/series').length).toBe(1);
  });

  test.each([
    ['1', '30'],
    ['2', ''],
  ])(
    'begins with the make of the picker of the page, and the series of a kept vehicle of it: %s',
    async (make, series) => {
      const select = `<select name="manufacturerId"><option value="${make}" selected>x</option></select>
      <select name="seriesId"><option value="" selected>x</option></select>`;
      const own = JSON.stringify([{ id: '30', name: 'Golf', popularity: 1, productionYearStart: null }]);
      const dom = await open({
        storage,
        around: `<main><form class="vehicle-selects">${select}</form></main>`,
        lists: ({ address }) =>
          lists[address.split('?')[0] ?? ''] ?? { body: address.includes('/1/series') ? own : '[]' },
      });
      await unfold(dom);
      click(catalogue());
      await settle(dom);
      const chosen = (name: string) => find<HTMLSelectElement>(`.vehicle-panel [name=${name}]`).value;
      expect([chosen('manufacturerId'), chosen('seriesId')]).toEqual([make, series]);
    },
  );

  test.each<[string, Answer]>([
    ['no connection', null],
    ['an error', { status: 503, body: '[]' }],
    ['no list', { body: '{}' }],
  ])('that fails says so, and loads again: %s', async (_, first) => {
    let answer: Answer | Promise<Answer> = first;
    const dom = await open({ lists: () => answer });
    await unfold(dom);
    click(catalogue());
    await settle(dom);
    expect(isFailed(texts.failed)).toBe(true);
    const later = Promise.withResolvers<Answer>();
    answer = later.promise;
    click(find('.fault + button'));
    await settle(dom);
    expect([isFailed(texts.failed), find('[role=status]').textContent]).toEqual([false, texts.loading]);
    later.resolve({ body: JSON.stringify(manufacturers) });
    await settle(dom);
    expect([isFailed(texts.failed), find('[name=manufacturerId]').tagName]).toEqual([false, 'SELECT']);
  });
});

describe('saved vehicles', () => {
  const own = { ...props, saved };
  const model = { id: 'm9', name: '1.9', fullName: 'Skoda Octavia 1.9', kw: 77, ps: 105, ccm: 1896 };
  const years = { productionYearStart: 2004, productionYearEnd: 2010 };
  const list = [{ model: { ...model, ...years } }, { model: { ...model, ...years, id: 'm10', fullName: 'EV', kw: 0 } }];
  const section = () => document.querySelector('.vehicle-panel-saved');
  const brought = async (answer: Answer, root = 'data-account="active"'): Promise<Dom> => {
    const dom = await open({ own, root, lists: () => answer });
    expect(asked(dom, '/api')).toEqual([]);
    await unfold(dom);
    return dom;
  };

  test('are shown to a logged-in visitor with a link to manage them', async () => {
    const dom = await brought({ body: JSON.stringify(list) });
    expect(asked(dom, '/api/user')[0]?.address).toBe('/api/user/vehicles?locale=de-DE');
    expect(links('.vehicle-panel-saved')[0]).toBe(`${props.action}?categoryId=1523&modelId=m9`);
    expect(findAll('li a').map(({ textContent }) => textContent)).toEqual([
      'Skoda Octavia 1.977 kW / 105 PS, 2004–2010',
      'EV2004–2010',
    ]);
    expect(find<HTMLAnchorElement>('.vehicle-panel-saved p a').pathname).toBe('/account');
  });

  test('are not requested for other visitors, and an empty list has no heading', async () => {
    expect([asked(await brought(null, ''), '/api'), section()]).toEqual([[], null]);
    await brought({ body: '[]' });
    expect(section()).toBeNull();
  });

  test('ask for a login that has ended', async () => {
    await brought({ status: 401, body: '{}' });
    expect([isFailed(saved.hint), find<HTMLAnchorElement>('a.button').pathname]).toEqual([true, '/login']);
  });

  test('that fail say so, and load again', async () => {
    const later = Promise.withResolvers<Answer>();
    let answer: Answer | Promise<Answer> = { status: 503, body: '{}' };
    const dom = await open({ own, root: 'data-account="active"', lists: () => answer });
    await unfold(dom);
    expect(isFailed(saved.failed)).toBe(true);
    answer = later.promise;
    click(find('.fault + button'));
    await settle(dom);
    expect(section()?.querySelector('[role=status]')?.textContent).toBe(saved.loading);
    later.resolve({ body: JSON.stringify(list) });
    await settle(dom);
    expect(links('.vehicle-panel-saved').length).toBe(2);
  });
});
