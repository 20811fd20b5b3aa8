import { describe, expect, test } from 'vitest';
import { type Answer, type Asked, type Dom, find, findAll } from '../../test/support/dom.js';
import { click, openIsland, press, settle, write } from '../../test/support/island.js';
import { examples } from '../../views/islands/vehicle-picker.examples.js';
import type { KeysTexts, PlateTexts, VehiclePickerProps } from '../../views/islands/vehicle-picker.props.js';

const example = (name: string) => ({ ...examples[name], hidden: { categoryId: '1523' } }) as VehiclePickerProps;
const german = example('German edition: a second way');
const french = example('French edition: a second way');
const keys = german.keys as KeysTexts;
const plates = french.plate as PlateTexts;
const found = (id: string, kbaId: string) => ({
  kbaId,
  model: { id, name: '1.9', fullName: 'Golf 1.9', kw: 77, ps: 105, productionYearStart: 2003, productionYearEnd: 2009 },
});
const href = `${german.action}?categoryId=1523&modelId=900&kbaTypeId=4711`;
const hits = (...all: object[]): Answer => ({ body: JSON.stringify(all) });
const one = hits(found('900', '4711'));
const electric = found('901', '4712');
electric.model.kw = 0;
const two = hits(found('900', '4711'), electric);

type Answering = (asked: Asked) => Answer | Promise<Answer>;
const open = (props: VehiclePickerProps, answer: Answering = () => one, before?: () => void): Promise<Dom> =>
  openIsland(() => import('../../views/islands/vehicle-picker.island.js'), props, {
    answer,
    ...(before && { before }),
  });
const field = (name: string) => find<HTMLInputElement>(`.key-form [name=${name}]`);
const enter = async (dom: Dom, name: string, value: string): Promise<void> => {
  write(field(name), value);
  await settle(dom);
};
const leave = (name: string) => field(name).dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
const submit = async (dom: Dom): Promise<void> => {
  find('.key-form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await settle(dom);
};
const said = () => find('.key-form [role=status]').textContent;
const asked = (dom: Dom) => dom.asked.map(({ address }) => address);
const button = () => find<HTMLButtonElement>('.key-form .buy');
const hitLinks = (within: string) => findAll(`${within} a`).map((link) => link.getAttribute('href'));
const hasDialog = (): boolean => document.querySelector('dialog')?.open ?? false;
/** Names of the fields at fault, and of those that the error describes. */
const faulty = () => [
  findAll<HTMLInputElement>('[aria-invalid]').map(({ name }) => name),
  findAll<HTMLInputElement>('[aria-describedby=w-f]').map(({ name }) => name),
];

describe('HSN and TSN', () => {
  test('move the focus, and a single vehicle opens at once', async () => {
    const later = Promise.withResolvers<Answer>();
    // Without script the server checks what was entered.
    const dom = await open(
      german,
      () => later.promise,
      () => expect(button().disabled).toBe(false),
    );
    field('hsn').focus();
    await enter(dom, 'hsn', '060');
    expect([document.activeElement === field('hsn'), button().disabled]).toEqual([true, true]);
    await enter(dom, 'hsn', '0603');
    expect([document.activeElement === field('tsn'), asked(dom)]).toEqual([true, []]);
    await enter(dom, 'tsn', 'bgu');
    expect([asked(dom), said(), button().disabled]).toEqual([
      ['/api/vehicle/hsntsn/0603BGU?locale=de-DE'],
      keys.searching,
      true,
    ]);
    later.resolve(one);
    await settle(dom);
    expect([dom.left, said(), button().disabled]).toEqual([[`assign ${href}`], 'Gefunden: Golf 1.9', false]);
    await submit(dom);
    expect(dom.left).toEqual([`assign ${href}`, `assign ${href}`]);
  });

  test.each<[string, Answer, string, string[][]]>([
    [
      'an unknown pair',
      hits(),
      keys.unknown,
      [
        ['hsn', 'tsn'],
        ['hsn', 'tsn'],
      ],
    ],
    ['no connection', null, keys.failed, [[], ['hsn', 'tsn']]],
  ])('say what is wrong: %s', async (_, answer, text, fields) => {
    const dom = await open(german, () => answer);
    await enter(dom, 'hsn', '0603BGU');
    expect([said(), faulty(), button().disabled, dom.left]).toEqual([text, fields, true, []]);
    await enter(dom, 'tsn', 'BG');
    expect([said(), faulty()]).toEqual(['', [[], []]]);
  });

  test('that could not be looked up are looked up again by the button', async () => {
    let answer: Answer = null;
    const dom = await open(german, () => answer);
    await enter(dom, 'hsn', '0603BGU');
    answer = one;
    expect(find('.key-form .quiet').textContent).toBe(keys.retry);
    field('hsn').focus();
    await submit(dom);
    expect([asked(dom).length, dom.left.length, document.activeElement === field('tsn')]).toEqual([2, 1, true]);
    expect(document.querySelector('.key-form .quiet')).toBeNull();
  });

  test('that are too short are named on leaving the field and by Enter', async () => {
    const dom = await open(german);
    leave('hsn');
    await settle(dom);
    expect(said()).toBe('');
    await enter(dom, 'hsn', '06');
    press(field('hsn'), 'x');
    await settle(dom);
    expect(said()).toBe('');
    leave('hsn');
    await settle(dom);
    expect([said(), faulty()]).toEqual([keys.hsnInvalid, [['hsn'], ['hsn']]]);
    await enter(dom, 'hsn', '0603');
    await enter(dom, 'tsn', 'B');
    press(field('tsn'), 'Enter');
    await settle(dom);
    expect([said(), faulty(), asked(dom)]).toEqual([keys.tsnInvalid, [['tsn'], ['tsn']], []]);
  });

  test('of several vehicles open a dialog, then show a list', async () => {
    const dom = await open(german, () => two);
    await enter(dom, 'hsn', '0603BGU');
    expect([hasDialog(), hitLinks('dialog'), said(), dom.left]).toEqual([
      true,
      [href, href.replace('900', '901').replace('4711', '4712')],
      '2 Fahrzeuge passen.',
      [],
    ]);
    expect(findAll('dialog a').map(({ textContent }) => textContent)).toEqual([
      'Golf 1.977 kW / 105 PS, 2003–2009',
      'Golf 1.92003–2009',
    ]);
    click(find('dialog button'));
    await settle(dom);
    expect([hasDialog(), hitLinks('.vehicle-hits').length, button().disabled]).toEqual([false, 2, false]);
    await submit(dom);
    expect([hasDialog(), asked(dom).length]).toEqual([true, 1]);
    expect(document.querySelector('.vehicle-hits')).toBeNull();
    await enter(dom, 'tsn', 'BG');
    expect([hasDialog(), said()]).toEqual([false, '']);
  });

  test('changed during a lookup are looked up again; the former result is dropped', async () => {
    const [first, second] = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()];
    const dom = await open(german, ({ address }) => (address.includes('BGU') ? first : second).promise);
    await enter(dom, 'hsn', '0603BGU');
    await enter(dom, 'tsn', 'BGV');
    first.resolve(one);
    await settle(dom);
    expect([said(), dom.left, asked(dom).length]).toEqual([keys.searching, [], 2]);
    second.resolve(hits());
    await settle(dom);
    expect(said()).toBe(keys.unknown);
    await enter(dom, 'tsn', 'BGV/');
    expect([said(), asked(dom).length]).toEqual([keys.unknown, 2]);
  });

  test('left half during a lookup end it', async () => {
    const first = Promise.withResolvers<Answer>();
    const dom = await open(german, () => first.promise);
    await enter(dom, 'hsn', '0603BGU');
    await enter(dom, 'tsn', 'BG');
    expect(said()).toBe('');
    leave('tsn');
    first.resolve(one);
    await settle(dom);
    expect([said(), dom.left]).toEqual([keys.tsnInvalid, []]);
  });

  test('typed before the script ran are looked up', async () => {
    const dom = await open(german, undefined, () => {
      field('hsn').value = '0603';
      field('tsn').value = 'bgu';
    });
    expect([asked(dom).length, field('tsn').value]).toEqual([1, 'BGU']);
  });

  test('in the response to a plain form are shown with their result', async () => {
    const dom = await open(example('German edition: several hits'));
    expect([hitLinks('.vehicle-hits').length, hasDialog(), find<HTMLInputElement>('.way-by-keys').checked]).toEqual([
      2,
      false,
      true,
    ]);
    await submit(dom);
    expect([hasDialog(), asked(dom)]).toEqual([true, []]);
    await open(german);
    expect(find<HTMLInputElement>('.way-by-model').checked).toBe(true);
  });

  test('have a drawing that only Escape and its opener close, without closing anything around it', async () => {
    await open(german);
    const help = find<HTMLDetailsElement>('.paper-help');
    const heard: string[] = [];
    document.body.addEventListener('keydown', ({ key }) => heard.push(key));
    press(find('.paper-help summary'), 'Escape');
    help.open = true;
    press(find('.paper-help summary'), 'Tab');
    expect([help.open, heard]).toEqual([true, ['Escape', 'Tab']]);
    find('.paper-help p').tabIndex = -1;
    find('.paper-help p').focus();
    press(find('.paper-help p'), 'Escape');
    expect([help.open, heard.length, document.activeElement === find('.paper-help summary')]).toEqual([false, 2, true]);
  });
});

describe('a plate', () => {
  test('is looked up on submit, and a single vehicle opens at once', async () => {
    const later = Promise.withResolvers<Answer>();
    const dom = await open(french, () => later.promise);
    await enter(dom, 'plate', 'aa-123-zz');
    expect([field('plate').value, asked(dom)]).toEqual(['AA-123-ZZ', []]);
    await submit(dom);
    expect([asked(dom), said(), button().getAttribute('aria-busy')]).toEqual([
      ['/api/vehicle/license/fr/AA123ZZ?locale=de-DE'],
      plates.searching,
      'true',
    ]);
    later.resolve(one);
    await settle(dom);
    expect([dom.left, said(), button().getAttribute('aria-busy')]).toEqual([
      [`assign ${href}`],
      'Gefunden: Golf 1.9',
      null,
    ]);
  });

  test('that changes during its lookup opens nothing', async () => {
    const later = Promise.withResolvers<Answer>();
    const dom = await open(french, () => later.promise);
    await enter(dom, 'plate', 'AA-123-ZZ');
    await submit(dom);
    await enter(dom, 'plate', 'AA-123-Z');
    later.resolve(one);
    await settle(dom);
    expect([said(), dom.left]).toEqual(['', []]);
  });

  test.each<[string, string, Answer, string, string | null]>([
    ['of another form', 'AA-1', one, plates.invalid, 'true'],
    ['that nobody knows', 'AA-123-ZZ', hits(), plates.licenseUnknown, 'true'],
    ['without a connection', 'AA-123-ZZ', null, plates.failed, null],
  ])('%s is reported until it changes', async (_, plate, answer, text, invalid) => {
    const dom = await open(french, () => answer);
    await enter(dom, 'plate', plate);
    find('select').focus();
    await submit(dom);
    expect([said(), field('plate').getAttribute('aria-invalid'), dom.left]).toEqual([text, invalid, []]);
    expect([field('plate').getAttribute('aria-describedby'), document.activeElement === field('plate')]).toEqual([
      'w-f w-e',
      true,
    ]);
    await enter(dom, 'plate', `${plate} `);
    expect(said()).toBe(text);
    await enter(dom, 'plate', 'AA-12');
    expect([said(), field('plate').getAttribute('aria-describedby')]).toEqual(['', 'w-e']);
  });

  test('of several vehicles opens a dialog, then shows a list', async () => {
    const dom = await open(french, () => two);
    await enter(dom, 'plate', 'AA-123-ZZ');
    await submit(dom);
    expect([hasDialog(), hitLinks('dialog').length, hitLinks('.vehicle-hits').length]).toEqual([true, 2, 0]);
    find<HTMLDialogElement>('dialog').close();
    await settle(dom);
    expect([hasDialog(), hitLinks('.vehicle-hits').length]).toEqual([false, 2]);
  });

  test('typed before the script ran stays; without one the form names what it misses', async () => {
    const dom = await open(french, undefined, () => {
      field('plate').value = 'aa-123-zz';
    });
    expect(field('plate').value).toBe('AA-123-ZZ');
    await enter(dom, 'plate', '');
    await submit(dom);
    expect([said(), find<HTMLFormElement>('.key-form').noValidate]).toEqual([plates.invalid, true]);
  });

  test('that a plain form lacked is named in its response', async () => {
    const lookupResult = { entered: { hsn: '', tsn: '', plate: '' }, state: 'invalid' as const, hits: [] };
    await open({ ...french, lookupResult });
    expect(said()).toBe(plates.invalid);
  });

  test('has no form without a register, unless it was sent nevertheless', async () => {
    await open({ ...french, hasNoRegister: true });
    expect(document.querySelector('.key-form, fieldset')).toBeNull();
    await open({ ...example('French edition: not known'), hasNoRegister: true });
    expect([said(), field('plate').value]).toEqual([plates.licenseUnknown, 'AA-123-ZZ']);
  });
});
