import { describe, expect, test } from 'vitest';
import { encodeFilters } from '../../server/contract/filter-code.js';
import { type Answer, type Asked, type Dom, find, findAll } from '../../test/support/dom.js';
import { announced, click, openIsland, press, settle, write } from '../../test/support/island.js';
import { examples } from '../../views/islands/listing-filter.examples.js';
import type { FilterProps, ListingFilterProps } from '../../views/islands/listing-filter.props.js';

const plain = examples['a long list'] as ListingFilterProps;
const chosen = examples['chosen values, a price, a country'] as ListingFilterProps;
const { texts } = plain;
const single: FilterProps = {
  key: 'side',
  label: 'Seite',
  isSingle: true,
  range: null,
  values: [
    ['l', 'links', 1200, 0],
    ['r', 'rechts', 5, 0],
  ],
};
const counted = (count: number, ...filters: object[]): Answer => ({
  body: JSON.stringify({ resultCount: count, filters }),
});
const brand = (value: string, label: string, count: number) => ({
  key: 'brand',
  label: 'Marke',
  isSingle: false,
  range: null,
  attributes: [{ value, label, count, isActive: true }],
});
const fresh = (...values: string[]) => ({
  key: values.join(''),
  label: values.join(' oder '),
  isSingle: false,
  range: null,
  attributes: values.map((value) => ({ value, label: value, count: 3, isActive: false })),
});
interface Circumstances {
  props?: ListingFilterProps;
  answer?: (asked: Asked) => Answer | Promise<Answer>;
  before?: () => void;
}
const open = ({ props = plain, answer = () => counted(1234), before }: Circumstances = {}): Promise<Dom> =>
  openIsland(() => import('../../views/islands/listing-filter.island.js'), props, {
    answer,
    ...(before && { before }),
  });
const box = (value: string, name = 'brand') => find<HTMLInputElement>(`[name="filter.${name}"][value="${value}"]`);
const rest = async (dom: Dom): Promise<void> => {
  await dom.clock.advance(100);
  await settle(dom);
};
const tick = async (dom: Dom, value: string, name?: string): Promise<void> => {
  click(box(value, name));
  await rest(dom);
};
/** Choices of the requests so far, in their code for addresses. */
const asked = (dom: Dom) => dom.asked.map(({ address }) => new URL(address, 'http://x').searchParams.get('f'));
const code = (...filters: [key: string, ...values: string[]][]): string =>
  encodeFilters(filters.map(([key, ...values]) => ({ key, values })));
const apply = () => find('.filter-apply [type=submit]');
const retry = () => document.querySelector('.filter-apply [type=button]');
const labelOf = (value: string) => box(value).closest('label')?.textContent;

describe('a choice', () => {
  test('is counted once the visitor rests, in its country, and the count is announced', async () => {
    const dom = await open({ props: { ...chosen, filters: plain.filters } });
    click(box('30'));
    await dom.clock.advance(99);
    expect(dom.asked).toEqual([]);
    click(box('31'));
    await rest(dom);
    expect(dom.asked.map(({ address }) => address)).toEqual([
      `/api${plain.action}?${new URLSearchParams({ kbaTypeId: '90001', locale: 'de-DE', country: 'DE', f: code(['brand', '30', '31']) })}`,
    ]);
    expect([box('30').checked, announced(), apply().textContent]).toEqual([
      true,
      '1.234 Artikel gefunden.',
      '1.234 Artikel zeigen',
    ]);
    click(box('31'));
    await settle(dom);
    expect(apply().textContent).toBe('1.234 Artikel zeigen');
    await rest(dom);
    await tick(dom, '30');
    expect(asked(dom).slice(1)).toEqual([code(['brand', '30']), null]);
  });

  test('of a search is counted at the address of its calls', async () => {
    const dom = await open({ props: examples['of a search'] as ListingFilterProps });
    await tick(dom, '30');
    expect(dom.asked[0]?.address).toBe(
      `/api/Volltextsuche/Bremse%20vorn?type=3&id=m7&locale=de-DE&country=DE&f=${code(['brand', '30'])}`,
    );
  });

  test('renews the counts of values, and adds new ones without moving others', async () => {
    const dom = await open({ answer: () => counted(7, brand('99', 'Neu', 3), fresh('f'), fresh('l', 'r')) });
    await tick(dom, '30');
    expect([labelOf('30'), box('30').closest('label')?.className, labelOf('99')]).toEqual([
      'Marke 00',
      'filter-choice no-parts',
      'Neu3',
    ]);
    expect(find('.fold').contains(box('99'))).toBe(true);
    // A single value is no choice.
    expect(findAll('legend').map(({ textContent }) => textContent)).toEqual(['Marke', 'l oder r']);
  });

  test('of one value replaces another, and any of them is a choice, too', async () => {
    const dom = await open({ props: { ...plain, filters: [single] } });
    expect([box('', 'side').checked, box('l', 'side').closest('label')?.textContent]).toEqual([true, 'links1.200']);
    await tick(dom, 'l', 'side');
    await tick(dom, 'r', 'side');
    expect([box('l', 'side').checked, box('', 'side').checked]).toEqual([false, false]);
    await tick(dom, '', 'side');
    expect(asked(dom)).toEqual([code(['side', 'l']), code(['side', 'r']), null]);
    const label = box('l', 'side').closest('label');
    expect([box('l', 'side').type, label?.lastChild?.textContent]).toEqual(['radio', '0']);
  });

  test('of which an older count arrives late shows the newer one', async () => {
    const late = Promise.withResolvers<Answer>();
    let answer: Answer | Promise<Answer> = late.promise;
    const dom = await open({ answer: () => answer });
    await tick(dom, '30');
    answer = counted(2);
    await tick(dom, '31');
    late.resolve(counted(1));
    await settle(dom);
    expect(announced()).toBe('2 Artikel gefunden.');
  });

  test('made before the script ran counts, with all bounds that were written', async () => {
    const [brands, price, country] = chosen.filters as [FilterProps, FilterProps, FilterProps];
    const width = { ...price, key: 'width', values: [] };
    const dom = await open({
      props: { ...chosen, filters: [brands, price, { ...country, values: country.values.toReversed() }, width] },
      before: () => {
        for (const value of ['30', '32']) box(value).checked = value === '32';
        box('AT', 'delivery_country').checked = true;
        for (const [index, field] of findAll<HTMLInputElement>('.filter-range input').entries())
          field.value = ['31', '50', '', '60'][index] ?? '';
      },
    });
    await rest(dom);
    const all = code(['brand', '31', '32'], ['price', '31-50'], ['delivery_country', 'AT'], ['width', '-60']);
    expect([asked(dom), box('30').checked, box('32').checked]).toEqual([[all], false, true]);
    const other = await open({ props: chosen });
    await rest(other);
    expect(other.asked).toEqual([]);
  });

  test('is undone on a page that Back brings from memory', async () => {
    const dom = await open();
    await tick(dom, '30');
    click(box('31'));
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    await settle(dom);
    expect(box('31').checked).toBe(true);
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await rest(dom);
    expect([box('30').checked, box('31').checked, announced(), dom.asked.length]).toEqual([false, false, '', 1]);
    expect(labelOf('30')).toBe('Marke 040');
    await tick(dom, '32');
    expect(asked(dom)[1]).toBe(code(['brand', '32']));
  });
});

describe('a count that fails', () => {
  test.each<[string, Answer]>([
    ['no connection', null],
    ['an error', { status: 503, body: '{"resultCount":0,"filters":[]}' }],
    ['rubbish', { body: 'WLAN' }],
  ])('is announced, and asked again by a button: %s', async (_, first) => {
    let answer = first;
    const dom = await open({ answer: () => answer });
    await tick(dom, '30');
    expect([announced(), apply().textContent]).toEqual([texts.failed, texts.apply]);
    answer = counted(3);
    click(retry() as Element);
    await settle(dom);
    expect([document.activeElement === apply(), announced(), retry()]).toEqual([true, '', null]);
    await rest(dom);
    expect([announced(), asked(dom)]).toEqual(['3 Artikel gefunden.', [code(['brand', '30']), code(['brand', '30'])]]);
  });

  test('because of a newer choice is no failure', async () => {
    const late = Promise.withResolvers<Answer>();
    let answer: Answer | Promise<Answer> = late.promise;
    const dom = await open({ answer: () => answer });
    await tick(dom, '30');
    answer = new Promise(() => {});
    await tick(dom, '31');
    expect([announced(), retry()]).toEqual(['', null]);
  });
});

describe('a price', () => {
  const fields = () => findAll<HTMLInputElement>('.filter-range input');
  const bound = async (dom: Dom, index: number, text: string): Promise<void> => {
    write(fields()[index] as HTMLInputElement, text);
    await rest(dom);
  };
  const others = [['brand', '30', '31'] as const, ['delivery_country', 'DE'] as const];
  const withPrice = (price: string): string =>
    code(...([others[0], ['price', price], others[1]] as unknown as [string, ...string[]][]));

  test('shows its bounds, and is read with comma and currency', async () => {
    const dom = await open({ props: chosen });
    expect(fields().map(({ value, placeholder, name }) => [name, value, placeholder])).toEqual([
      ['from.price', '30', '23'],
      ['to.price', '', '89'],
    ]);
    await bound(dom, 1, ' 49,5 €');
    await bound(dom, 0, '');
    expect(asked(dom)).toEqual([withPrice('30-49.5'), withPrice('-49.5')]);
    await bound(dom, 1, 'x');
    await bound(dom, 1, '1,234');
    expect([asked(dom).length, fields()[1]?.value]).toEqual([2, '1,234']);
    await bound(dom, 1, '12345');
    expect(asked(dom)[2]).toBe(withPrice('-12345'));
    await bound(dom, 1, '');
    expect(asked(dom)[3]).toBe(code(...(others as unknown as [string, ...string[]][])));
  });

  test('with cents is shown with them', async () => {
    const [, price] = chosen.filters as [FilterProps, FilterProps];
    const range = { min: 1000.5, max: 2000.5, from: 1029.5, to: null };
    await open({ props: { ...chosen, filters: [{ ...price, range, values: [['1029.5-', '', 7, 1]] }] } });
    expect(fields().map(({ value, placeholder }) => [value, placeholder])).toEqual([
      ['1029,5', '1000'],
      ['', '2001'],
    ]);
  });

  test('of which one bound was written before the script ran counts', async () => {
    const before = () => void Object.assign(find('[name="from.price"]'), { value: '31' });
    const dom = await open({ props: chosen, before });
    await rest(dom);
    expect(asked(dom)).toEqual([withPrice('31-')]);
  });
});

describe('a long list of values', () => {
  const fold = () => find<HTMLDetailsElement>('.fold');
  const search = () => find<HTMLInputElement>('.filter-search');
  const many = (count: number): ListingFilterProps => {
    const values = Array.from({ length: count }, (_, index) => [`${30 + index}`, `Marke ${index}`, 9, 0] as const);
    return { ...plain, filters: [{ ...(plain.filters[0] as FilterProps), values: values.map((each) => [...each]) }] };
  };

  test('is folded from the eleventh on, and open with a chosen value', async () => {
    await open({ props: many(10) });
    expect(document.querySelector('.fold')).toBeNull();
    const dom = await open({ props: many(11) });
    expect([find('.fold summary').textContent, fold().open]).toEqual(['3 weitere Werte', false]);
    await tick(dom, '40');
    expect(fold().open).toBe(true);
  });

  test('is searched in all its values, without regard to case; chosen ones stay', async () => {
    const before = () => expect(document.querySelector('.filter-search')).toBeNull();
    const dom = await open({ props: many(12), before });
    expect(search().getAttribute('aria-label')).toBe('Marke suchen');
    await tick(dom, '30');
    write(search(), 'MARKE 1');
    await settle(dom);
    expect(findAll<HTMLInputElement>('.filter-choice input').map(({ value }) => value)).toEqual([
      '30',
      '31',
      '40',
      '41',
    ]);
    expect(fold().open).toBe(true);
    expect([press(search(), 'Enter'), press(search(), 'x')]).toEqual([false, true]);
  });
});

describe('the form without its choices', () => {
  test('keeps address and delivery country, and is shown only with a choice', async () => {
    const dom = await open({ props: chosen });
    const hidden = findAll<HTMLInputElement>('.filter-reset [type=hidden]').map(({ name, value }) => [name, value]);
    expect(hidden).toEqual([
      ['locale', 'de-DE'],
      ['kbaTypeId', '90001'],
      ['filter.delivery_country', 'DE'],
    ]);
    find('.filter-reset').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await settle(dom);
    expect([box('30').checked, box('DE', 'delivery_country').checked]).toEqual([false, true]);
    const other = await open();
    expect(document.querySelector('.filter-reset')).toBeNull();
    await tick(other, '30');
    expect(document.querySelector('.filter-reset')).not.toBeNull();
  });

  test('of a sheet leaves it in the history', async () => {
    const dom = await open();
    location.hash = '#filter';
    find('#fl').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    expect(dom.left).toEqual(['replace #liste']);
  });
});
