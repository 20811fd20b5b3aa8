import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import type { Language } from '../../contract/languages.js';
import type { Generation } from '../generation/generation.js';
import { optionalModel } from '../vehicles/context.js';
import { fitOf, fitsOf } from './fit.js';
import { checksOf } from './fit-checks.js';
import { readProducts } from './product-list.js';

/** The disc without any fitment. */
const unlisted = ids.firstDisc + 4;
const secondDisc = ids.firstDisc + 1;

let folder: string;
let generation: Generation;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fit-'));
  const file = writeCatalogue(folder, { generation: 'g1' });
  const db = new DatabaseSync(join(folder, file));
  db.prepare('delete from product_model where product_id = ?').run(unlisted);
  // The maker of the oil lists the first Golf, and the second one until 2009.
  db.prepare('insert into product_model values (?, 1, 0), (?, 2, 1)').run(ids.oil, ids.oil);
  db.close();
  generation = await openCatalogue(folder, 'g1', file);
});
afterAll(async () => {
  await generation?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function verdict(productId: number, modelId: string | null, language: Language = 'de') {
  const [row] = await readProducts(generation, [productId]);
  if (!row) throw new Error(`no product ${productId}`);
  return fitOf(generation, row, optionalModel(generation, modelId ?? undefined), language);
}

test('a part fits, with or without a condition', async () => {
  expect(await verdict(ids.firstDisc, ids.golfModel)).toEqual({ state: 'fits', notes: [] });
  expect(await verdict(secondDisc, ids.golfConditional, 'fr')).toEqual({
    state: 'conditional',
    notes: ['fr: bis 2009'],
    conditions: ['MhCRCW'],
  });
});

test('a part that is listed for other cars does not fit', async () => {
  expect(await verdict(ids.firstDisc, ids.bmwModel)).toEqual({ state: 'no', notes: [] });
});

test('the fit is unknown without a car, and for a part that is listed for none', async () => {
  expect(await verdict(ids.firstDisc, null)).toEqual({ state: 'unknown', notes: [] });
  expect(await verdict(unlisted, ids.golfModel)).toEqual({ state: 'unknown', notes: [] });
  expect(await verdict(unlisted, ids.bmwModel)).toEqual({ state: 'unknown', notes: [] });
});

test('universal goods suit a car only if their maker lists it', async () => {
  const of = (state: string, notes: string[] = []) => ({
    state: 'universal',
    notes,
    checks: [{ key: 'viscosity', label: 'Viskosität', value: '5W-30', unit: null, what: 'approval', state }],
  });
  expect(await verdict(ids.oil, null)).toEqual(of('unknown'));
  expect(await verdict(ids.oil, ids.bmwModel)).toEqual(of('unknown'));
  expect(await verdict(ids.oil, ids.golfConditional)).toEqual(of('unknown', ['de: bis 2009']));
  expect(await verdict(ids.oil, ids.golfModel)).toEqual(of('met'));
});

test('several products get the same verdicts as one by one', async () => {
  const asked = [ids.oil, ids.firstDisc, secondDisc, unlisted, ids.pad];
  const rows = await readProducts(generation, asked);
  for (const modelId of [ids.golfModel, ids.golfConditional, ids.bmwModel, null]) {
    const model = optionalModel(generation, modelId ?? undefined);
    const verdictOf = await fitsOf(generation, rows, model, 'it');
    for (const row of rows) expect(verdictOf(row)).toEqual(await verdict(row.id, modelId, 'it'));
  }
});

const shown = (kind: string, ...attributes: [key: string, value: string, unit: string | null][]) =>
  checksOf({ kind, attributes: JSON.stringify(attributes) }, 'unknown', 'de').map(
    ({ what, label, value, unit }) => `${what}: ${label} ${value}${unit ?? ''}`,
  );

test.each([
  [
    'oil: specification first, then what is in it',
    shown('canister', ['volume', '0.5', 'l'], ['grade', '5W-30 C3', null], ['approval', 'VW 504 00', null]),
    ['approval: Spezifikation 5W-30 C3', 'approval: Freigaben VW 504 00', 'contents: Inhalt 0,5l'],
  ],
  ['a cleaner: how much there is in it is no matter of the car', shown('spray', ['volume', '0.5', 'l']), []],
  [
    'a bulb: its type and socket, then its voltage and power; not its length',
    shown(
      'bulb',
      ['type', 'H7', null],
      ['socket', 'PX26d', null],
      ['watt', '55', 'W'],
      ['volt', '12', 'V'],
      ['length', '53', 'mm'],
    ),
    ['socket: Typ H7', 'socket: Sockel PX26d', 'power: Leistung 55W', 'power: Spannung 12V'],
  ],
  [
    'a battery: poles, size, capacity',
    shown('battery', ['capacity', '70', 'Ah'], ['length', '278', 'mm'], ['positive', 'right', null]),
    ['socket: Pluspol rechts', 'size: Länge 278mm', 'power: Kapazität 70Ah'],
  ],
  [
    'a tyre: its size, then load and speed',
    shown('tyre', ['loadSpeed', '91V', null], ['width', '205', 'mm'], ['ratio', '55', null]),
    ['size: Breite 205mm', 'size: Querschnitt 55', 'load: Last- und Geschwindigkeitsindex 91V'],
  ],
  ['a wiper: its length', shown('wiper', ['length', '600', 'mm']), ['size: Länge 600mm']],
  ['a tool: nothing', shown('toolbox', ['drive', '0.5', 'in'], ['torque', '28–210', 'Nm']), []],
])('%s', (_, checks, expected) => {
  expect(checks).toEqual(expected);
});

test('required approvals count if the goods have them, and replace viscosity', () => {
  const attributes = [
    ['viscosity', '5W-30', null],
    ['approval', 'VW 504 00, MB 229.51', null],
    ['volume', '5', 'l'],
  ];
  const judged = (...asked: string[]) =>
    checksOf({ kind: 'canister', attributes: JSON.stringify(attributes) }, 'unknown', 'de', asked).map(
      ({ key, value, state }) => [key, value, state],
    );
  const contents = ['volume', '5', 'unknown'];
  expect(judged('VW 504 00', 'VW 507 00')).toEqual([['approval', 'VW 504 00', 'met'], contents]);
  const labels = (language: 'de' | 'it') =>
    checksOf({ kind: 'canister', attributes: JSON.stringify(attributes) }, 'unknown', language, ['VW 504 00']);
  expect([labels('de')[0]?.label, labels('it')[0]?.label]).toEqual(['Freigaben', 'Omologazioni']);
  expect(judged('VW 507 00', 'VW 508 00')).toEqual([['approval', 'VW 507 00, VW 508 00', 'notMet'], contents]);
});
