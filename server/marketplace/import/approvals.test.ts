import { expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { list } from '../catalogue/listing.js';
import { findFullText } from '../search/full-text.js';

const { importTable, withServed } = importFolder();
const nothing = () => undefined;

type Choice = Partial<Pick<Request<'listing'>, 'f'>> & { model?: string };
const oils = ({ model, f }: Choice = {}): Promise<Wire<'listing'>> =>
  withServed((generation) =>
    list(
      generation,
      {
        ...({ locale: 'de-DE', country: 'DE', sort: 'popularity', page: 1, first: 'x', second: 'x' } as const),
        tail: model === undefined ? `--${ids.oils}` : `3-${model}-${ids.oils}`,
        f,
      },
      nothing,
    ),
  );
const chosen = (key: string, ...values: string[]) =>
  Buffer.from(JSON.stringify([{ key, values }])).toString('base64url');

const head = 'brand;number;category;attributes;content';
const products = [
  head,
  `Brand 2;OIL5W30;${ids.oils};"viscosity=5W30; Freigaben=VW 504.00/507.00, ACEA C3";5 l`,
  `Brand 2;OIL0W20;${ids.oils};"viscosity=0W20; approval=VW 508 00; approvals=BMW Longlife-17 FE+";5 l`,
  `Brand 1;OILPLAIN;${ids.oils};viscosity=10W40;5 l`,
];

test('a filter lists each approval of an oil before viscosity, in any spelling', async () => {
  expect((await importTable('products', ...products)).refusal).toBeNull();
  const { filters, resultCount } = await oils();
  expect(resultCount).toBe(3);
  expect(filters.slice(0, 2).map(({ key }) => key)).toEqual(['approval', 'viscosity']);
  expect(filters[0]?.attributes.map(({ value, count }) => [value, count])).toEqual([
    ...[
      ['ACEA C3', 1],
      ['BMW LL-17 FE+', 1],
      ['VW 504 00', 1],
      ['VW 507 00', 1],
      ['VW 508 00', 1],
    ],
  ]);
  for (const { value, count } of filters[0]?.attributes ?? [])
    expect([value, (await oils({ f: chosen('approval', value) })).resultCount]).toEqual([value, count]);
  expect((await oils({ f: chosen('approval', 'VW 507 00', 'VW 508 00') })).resultCount).toBe(2);

  const find = (term: string) =>
    withServed(async (generation) => {
      const request = { locale: 'de-DE', country: 'DE', sort: 'popularity', page: 1, pageSize: 20 } as const;
      const found = await findFullText(generation, { ...request, term }, nothing);
      return [...found.products, ...found.universalProducts].map(({ normNumber }) => normNumber);
    });
  for (const term of ['VW 507.00', '504 00 507 00', 'vw50700', 'acea c3'])
    expect([term, await find(term)]).toEqual([term, ['OIL5W30']]);
  expect(await find('bmw ll-17fe+')).toEqual(['OIL0W20']);
});

test('an import of approvals decides which oil fits a car, and cars without approvals stay undecided', async () => {
  await importTable('products', ...products);
  const row = (approvals: string, note = '') => `${ids.golfModel};${ids.oils};"${approvals}";${note}`;
  const table = (approvals: string, note?: string) =>
    importTable('approvals', 'model;category;approvals;note', row(approvals, note));
  expect((await table('504 00, 507 00', 'Liste 2026')).changes).toEqual({ named: 1, changed: 1 });
  expect((await table('VW 504.00/507.00', 'Liste 2026')).outcome).toBe('unchanged');

  const verdicts = async (model?: string) => {
    const { spareParts } = await oils(model === undefined ? {} : { model });
    return Object.fromEntries(
      spareParts.map(({ normNumber, fit }) => [
        normNumber,
        [fit.state, ...(fit.checks ?? []).map(({ key, value, state }) => `${key} ${value} ${state}`), ...fit.notes],
      ]),
    );
  };
  expect(await verdicts(ids.golfModel)).toMatchObject({
    OIL0W20: ['universal', 'approval VW 504 00, VW 507 00 notMet', 'Liste 2026'],
    OILPLAIN: ['universal', 'viscosity 10W-40 unknown'],
  });
  // No approval is known for another car.
  expect((await verdicts(ids.bmwModel)).OIL0W20).toEqual([
    'universal',
    'viscosity 0W-20 unknown',
    'approval VW 508 00, BMW LL-17 FE+ unknown',
  ]);
  await table('VW 508 00; VW 509 00');
  expect((await verdicts(ids.golfModel)).OIL0W20).toEqual(['universal', 'approval VW 508 00 met']);
  await table('');
  expect((await verdicts(ids.golfModel)).OIL0W20).toContain('viscosity 0W-20 unknown');

  const faulty = await importTable(
    'approvals',
    'model;category;approvals',
    `nix;${ids.oils};VW 507 00`,
    row('VW 507 00'),
  );
  expect([faulty.rejected, faulty.changes.changed]).toEqual([1, 1]);
});

test('a list for a car begins with the approved oils in every order, and counts them under any filter of approvals', async () => {
  await importTable('products', ...products);
  await importTable('approvals', 'model;category;approvals', `${ids.golfModel};${ids.oils};508 00, 509 00`);
  const ofCar = (f?: string, sort: Request<'listing'>['sort'] = 'popularity') =>
    withServed((generation) => {
      const request = { locale: 'de-DE', country: 'DE', page: 1, first: 'x', second: 'x', f, sort } as const;
      return list(generation, { ...request, tail: `3-${ids.golfModel}-${ids.oils}` }, nothing);
    });
  const wanted = [{ key: 'approval', value: 'VW 508 00' }];
  for (const sort of ['popularity', 'price', 'price-desc', 'rating', 'delivery'] as const) {
    const { spareParts, approved } = await ofCar(undefined, sort);
    expect([sort, spareParts[0]?.normNumber, approved]).toEqual([
      sort,
      'OIL0W20',
      { count: 1, isActive: false, chosen: wanted },
    ]);
  }
  const active = await ofCar(chosen('approval', 'VW 508 00'));
  expect([active.resultCount, active.approved]).toEqual([1, { count: 1, isActive: true, chosen: wanted }]);
  const other = await ofCar(chosen('approval', 'VW 507 00'));
  expect([other.resultCount, other.approved]).toEqual([1, { count: 1, isActive: false, chosen: wanted }]);
  const both = await ofCar(chosen('approval', 'VW 507 00', 'VW 508 00'));
  expect([both.resultCount, both.approved?.isActive]).toEqual([2, false]);
  expect((await oils({ model: ids.bmwModel })).approved).toBeUndefined();
  expect((await oils()).approved).toBeUndefined();
});
