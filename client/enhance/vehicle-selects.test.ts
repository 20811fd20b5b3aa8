import { describe, expect, test } from 'vitest';
import { type Answer, type Asked, type Dom, find, findAll } from '../../test/support/dom.js';
import { announced, click, openIsland, press, settle, write } from '../../test/support/island.js';
import { examples } from '../../views/islands/vehicle-picker.examples.js';
import type { VehiclePickerProps } from '../../views/islands/vehicle-picker.props.js';

const start = { ...examples['nothing chosen'], hidden: { categoryId: '1523' } } as VehiclePickerProps;
const everything = examples['everything chosen, long names'] as VehiclePickerProps;
const { texts } = start;
const years = { productionYearStart: 2004, productionYearEnd: 2010 };
const series = (id: string, name: string) => ({ id, name, popularity: 1, ...years });
const lists: Record<string, object[]> = {
  'manufacturers/2/series': [series('20', 'A4')],
  'manufacturers/3/series': [series('31', 'Superb'), series('30', 'Octavia')],
  'series/30/models': [{ ...series('900', '1.9 TDI'), kw: 77, ps: 105, ccm: 1896 }],
  'series/31/models': [{ ...series('910', '2.0 TDI'), kw: 103, ps: 140, ccm: 1968 }],
};
const pathOf = ({ address }: Asked): string => address.replace('/api/vehicle/', '').replace(/\?.*/, '');
const listOf = (asked: Asked): Answer => ({ body: JSON.stringify(lists[pathOf(asked)]) });
const kept = { manufacturerId: '3', seriesId: '30', modelId: '900', slug: 'Octavia' };

interface Circumstances {
  props?: VehiclePickerProps;
  answer?: (asked: Asked) => Answer | Promise<Answer>;
  before?: () => void;
  storage?: Record<string, string>;
}
let sent: Record<string, unknown>[] = [];
async function open({ props = start, answer = listOf, ...more }: Circumstances = {}): Promise<Dom> {
  sent = [];
  return openIsland(() => import('../../views/islands/vehicle-picker.island.js'), props, {
    ...more,
    answer,
    before: () => {
      more.before?.();
      find('form').addEventListener('submit', (event) => {
        event.preventDefault();
        sent.push(Object.fromEntries(new FormData(event.target as HTMLFormElement)));
      });
    },
  });
}
type Name = 'manufacturerId' | 'seriesId' | 'modelId';
const select = (name: Name) => find<HTMLSelectElement>(`[name=${name}]`);
const shown = (name: Name) => [...select(name).options].map(({ text }) => text);
const choose = async (dom: Dom, name: Name, value: string): Promise<void> => {
  write(select(name), value);
  await settle(dom);
};
const choice = () => [select('manufacturerId').value, select('seriesId').value, select('modelId').value];
const asked = (dom: Dom) => dom.asked.map(pathOf);
const steps = () => findAll('.picker-step').map(({ className }) => className.replace('picker-step', '').trim());

describe('three selects', () => {
  test('load their lists one after the other, and the model sends the form', async () => {
    const later = Promise.withResolvers<Answer>();
    let answer: Circumstances['answer'] = () => later.promise;
    const dom = await open({ answer: (one) => answer?.(one) ?? null });
    expect([shown('seriesId'), steps()]).toEqual([[texts.manufacturerFirst], ['current', '', '']]);
    expect(findAll('[data-preselect]')).toEqual([select('manufacturerId')]);
    await choose(dom, 'manufacturerId', '3');
    expect([announced(), shown('seriesId'), select('seriesId').getAttribute('aria-busy')]).toEqual([
      texts.loading,
      [texts.loading],
      'true',
    ]);
    answer = listOf;
    later.resolve({ body: JSON.stringify(lists['manufacturers/3/series']) });
    await settle(dom);
    expect([announced(), shown('seriesId'), steps()]).toEqual([
      '2 Einträge stehen zur Wahl.',
      [texts.chooseSeries, 'Octavia, 2004–2010', 'Superb, 2004–2010'],
      ['done', 'current', ''],
    ]);
    expect([select('seriesId').hasAttribute('aria-busy'), select('modelId').disabled]).toEqual([false, true]);
    expect(shown('modelId')).toEqual([texts.seriesFirst]);
    await choose(dom, 'seriesId', '30');
    expect(shown('modelId')).toEqual([texts.chooseModel, '1.9 TDI, 77 kW / 105 PS, 1896 cm³, 2004–2010']);
    expect([sent, steps()]).toEqual([[], ['done', 'done', 'current']]);
    await choose(dom, 'modelId', '900');
    expect(sent).toEqual([{ categoryId: '1523', manufacturerId: '3', seriesId: '30', modelId: '900' }]);
    expect(dom.asked.map(({ address }) => address)).toEqual([
      '/api/vehicle/manufacturers/3/series?locale=de-DE',
      '/api/vehicle/series/30/models?locale=de-DE',
    ]);
  });

  test('another make or series empties what follows it, and no choice makes no request', async () => {
    const dom = await open({ props: everything });
    expect(choice()).toEqual(['3', '30', '900']);
    // The kept vehicle replaces no choice of the page.
    expect(findAll('[data-preselect]')).toEqual([]);
    await choose(dom, 'seriesId', '31');
    expect([choice(), shown('modelId').length]).toEqual([['3', '31', ''], 2]);
    await choose(dom, 'manufacturerId', '2');
    expect([choice(), shown('seriesId'), shown('modelId')]).toEqual([
      ['2', '', ''],
      [texts.chooseSeries, 'A4, 2004–2010'],
      [texts.seriesFirst],
    ]);
    await choose(dom, 'manufacturerId', '');
    expect([select('seriesId').disabled, announced(), steps()]).toEqual([true, '', ['current', '', '']]);
    expect(asked(dom)).toEqual(['series/31/models', 'manufacturers/2/series']);
    await choose(dom, 'manufacturerId', '3');
    await choose(dom, 'seriesId', '30');
    await choose(dom, 'seriesId', '');
    expect([select('modelId').disabled, announced(), asked(dom).length, sent]).toEqual([true, '', 4, []]);
  });

  test('a list that fails says so until the next choice', async () => {
    const dom = await open({ answer: (one) => (pathOf(one).includes('/3/') ? null : listOf(one)) });
    await choose(dom, 'manufacturerId', '3');
    expect([announced(), find('[role=status]').className, shown('seriesId')]).toEqual([
      texts.failed,
      'fault',
      [texts.manufacturerFirst],
    ]);
    await choose(dom, 'manufacturerId', '2');
    expect([announced(), find('[role=status]').className]).toEqual(['1 Einträge stehen zur Wahl.', 'visually-hidden']);
    await choose(dom, 'manufacturerId', '3');
    await choose(dom, 'manufacturerId', '');
    expect(find('[role=status]').className).toBe('visually-hidden');
  });

  test.each([true, false])('a late list of a former choice changes nothing (it fails: %j)', async (fails) => {
    const late = Promise.withResolvers<Answer>();
    const dom = await open({ answer: (one) => (pathOf(one).includes('/3/') ? late.promise : listOf(one)) });
    await choose(dom, 'manufacturerId', '3');
    await choose(dom, 'manufacturerId', '2');
    late.resolve(fails ? null : listOf(dom.asked[0] as Asked));
    await settle(dom);
    expect([announced(), shown('seriesId').length]).toEqual(['1 Einträge stehen zur Wahl.', 2]);
  });

  test('a list that arrives after its choice was taken back is not shown', async () => {
    const late = Promise.withResolvers<Answer>();
    let answer: Circumstances['answer'] = () => late.promise;
    const dom = await open({ answer: (one) => answer?.(one) ?? null });
    await choose(dom, 'manufacturerId', '3');
    await choose(dom, 'manufacturerId', '');
    late.resolve(listOf(dom.asked[0] as Asked));
    await settle(dom);
    expect([select('seriesId').disabled, announced()]).toEqual([true, '']);
    answer = listOf;
    await choose(dom, 'manufacturerId', '3');
    const models = Promise.withResolvers<Answer>();
    answer = () => models.promise;
    await choose(dom, 'seriesId', '30');
    await choose(dom, 'seriesId', '');
    models.resolve({ body: JSON.stringify(lists['series/30/models']) });
    await settle(dom);
    expect([select('modelId').disabled, announced()]).toEqual([true, '']);
  });

  test('keys step through models; leaving the select sends the one chosen', async () => {
    const props = { ...everything, chosen: { ...everything.chosen, modelId: null } };
    const dom = await open({ props });
    press(select('modelId'), 'ArrowDown');
    await choose(dom, 'modelId', '900');
    expect(sent).toEqual([]);
    select('modelId').dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    expect(sent.length).toBe(1);
    press(select('modelId'), 'ArrowDown');
    write(select('modelId'), '900');
    expect(press(select('modelId'), 'Enter')).toBe(false);
    expect(sent.length).toBe(2);
    await dom.clock.advance(1000);
    await choose(dom, 'modelId', '');
    expect(sent.length).toBe(2);
  });
});

describe('choices from before the script ran', () => {
  test('of a make load its series', async () => {
    const dom = await open({
      before: () => {
        select('manufacturerId').value = '2';
      },
    });
    expect([asked(dom), choice()]).toEqual([['manufacturers/2/series'], ['2', '', '']]);
  });

  test('of a series load its models, and of a model send the form', async () => {
    const chosen = { manufacturerId: '3', seriesId: null, modelId: null };
    const dom = await open({
      props: { ...everything, models: null, chosen },
      before: () => {
        select('seriesId').value = '31';
      },
    });
    expect([asked(dom), sent]).toEqual([['series/31/models'], []]);
    await open({
      props: { ...everything, chosen: { ...everything.chosen, modelId: null } },
      before: () => {
        select('modelId').value = '900';
      },
    });
    expect(sent.length).toBe(1);
  });

  test('of the page itself change nothing', async () => {
    const dom = await open({ props: everything });
    expect([asked(dom), sent]).toEqual([[], []]);
  });

  test('include the kept vehicle, whose series follows', async () => {
    const dom = await open({
      storage: { vehicle: JSON.stringify(kept) },
      before: () => {
        select('manufacturerId').value = '3';
      },
    });
    expect([asked(dom), choice()]).toEqual([
      ['manufacturers/3/series', 'series/30/models'],
      ['3', '30', ''],
    ]);
    await choose(dom, 'manufacturerId', '2');
    await choose(dom, 'manufacturerId', '3');
    expect(choice()).toEqual(['3', '', '']);
  });
});

test('a short list of makes has no popular ones', async () => {
  const { all } = start.manufacturers;
  await open({ props: { ...start, manufacturers: { popular: [], all } } });
  expect([findAll('optgroup').length, shown('manufacturerId')]).toEqual([
    0,
    [texts.chooseManufacturer, ...all.map(([, label]) => label)],
  ]);
});

test('a choice in another picker comes before the kept vehicle of the same make', async () => {
  const load = async () => {
    const { announcePicked } = await import('../../views/islands/vehicle-picked.js');
    announcePicked({ manufacturerId: '3', seriesId: '31' }, null);
    return import('../../views/islands/vehicle-picker.island.js');
  };
  await openIsland(load, start, {
    answer: listOf,
    storage: { vehicle: JSON.stringify(kept) },
    before: () => {
      select('manufacturerId').value = '3';
    },
  });
  expect(choice()).toEqual(['3', '31', '']);
});

describe('other pickers of the page', () => {
  const picked = () => import('../../views/islands/vehicle-picked.js');

  test('hear of each choice', async () => {
    const dom = await open();
    const { lastPicked } = await picked();
    expect(lastPicked()).toBeNull();
    await choose(dom, 'manufacturerId', '3');
    expect(lastPicked()).toEqual({ manufacturerId: '3', seriesId: '' });
    await choose(dom, 'seriesId', '30');
    expect(lastPicked()).toEqual({ manufacturerId: '3', seriesId: '30' });
  });

  test('are followed, also by their series', async () => {
    const dom = await open();
    const { announcePicked } = await picked();
    announcePicked({ manufacturerId: '3', seriesId: '30' }, null);
    await settle(dom);
    expect(choice()).toEqual(['3', '30', '']);
    announcePicked({ manufacturerId: '3', seriesId: '31' }, null);
    await settle(dom);
    expect([choice(), asked(dom).at(-1)]).toEqual([['3', '31', ''], 'series/31/models']);
    announcePicked({ manufacturerId: '3', seriesId: '31' }, null);
    await settle(dom);
    expect(asked(dom).length).toBe(3);
  });

  test('are followed while the series load', async () => {
    const later = Promise.withResolvers<Answer>();
    const dom = await open({ answer: (one) => (pathOf(one).includes('/3/') ? later.promise : listOf(one)) });
    await choose(dom, 'manufacturerId', '3');
    const { announcePicked } = await picked();
    announcePicked({ manufacturerId: '3', seriesId: '31' }, null);
    later.resolve({ body: JSON.stringify(lists['manufacturers/3/series']) });
    await settle(dom);
    expect(choice()).toEqual(['3', '31', '']);
  });

  test('whose vehicle is forgotten empty only those that show its make', async () => {
    const dom = await open({ props: everything });
    const { announceForgotten } = await picked();
    announceForgotten('2');
    await settle(dom);
    expect(choice()).toEqual(['3', '30', '900']);
    announceForgotten('3');
    await settle(dom);
    expect(choice()).toEqual(['', '', '']);
  });
});

test('a make empties the keys of the registration paper, and their result', async () => {
  const dom = await open({ props: examples['German edition: not known'] as VehiclePickerProps });
  const fields = () => findAll<HTMLInputElement>('.key-form input[type=text]').map(({ value }) => value);
  const result = () => find('.key-form [role=status]').textContent;
  expect([fields(), result()]).toEqual([['0603', 'BGU'], 'Diese HSN / TSN ist uns leider nicht bekannt']);
  click(find('.way-by-model'));
  await choose(dom, 'manufacturerId', '3');
  expect([fields(), result()]).toEqual([['', ''], '']);
});
