import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { discCount, ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { query } from '../../../test/fixtures/marketplace/generation/query.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { runOperatorCommand } from './cli.js';

let service: TestService;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'export-'));
  service = await startTestService('catalogue');
});
afterEach(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

async function operate(...args: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const code = await runOperatorCommand(args, { DATA_DIR: service.dataDir }, testClock, (line) => lines.push(line));
  return { code, output: lines.join('\n') };
}
const withheld = (product: number) =>
  query(join(service.dataDir, 'offers.db'), `select withheld from offer where product_id = ${product}`);

describe('export of offers', () => {
  const exported = async (...more: string[]) => {
    const { code, output } = await operate('export', 'offers', ...more);
    expect(code).toBe(0);
    return output.split('\n').map((line) => JSON.parse(line));
  };

  test('the export has a line for each offer, with scheduled prices and reasons for withholding it', async () => {
    const [end, sale] = [Date.parse('2027-01-01T00:00:00Z'), Date.parse('2026-12-24T00:00:00Z')];
    const offer = ids.offerOf(ids.pad, 'C');
    service.writeOffers({
      soldOut: [ids.offerOf(ids.oil, 'A')],
      changes: [
        [ids.offerOf(ids.oil, 'A'), sale, 3000],
        [offer, end, null],
        [offer, sale, 4999],
      ],
    });
    const rows = await exported();
    expect(rows).toHaveLength(2 * discCount + 2);
    expect(rows.map(({ productId }) => Number(productId))).toEqual(
      rows.map(({ productId }) => Number(productId)).sort((a, b) => a - b),
    );
    expect(rows.find(({ id }) => id === String(offer))).toEqual({
      id: String(offer),
      shop: 'Gamma',
      key: `k${offer}`,
      brand: 'Brand 1',
      number: 'PAD-1',
      productId: String(ids.pad),
      price: 60,
      deposit: 15,
      surcharge: 7,
      lowest30: null,
      stock: 5,
      condition: 'new',
      handling: [0, 1],
      withheld: [],
      changes: [
        { at: '2026-12-24T00:00:00.000Z', price: 49.99 },
        { at: '2027-01-01T00:00:00.000Z', price: null },
      ],
    });
    expect(rows.filter((row) => row.withheld.length > 0)).toMatchObject([
      { number: 'OIL-5W30', withheld: ['outOfStock'] },
    ]);
  });

  test('the export has one shop if one is named, and its file is complete', async () => {
    for (const shop of ['Gamma', 'gamma'])
      expect(await exported('--shop', shop)).toMatchObject([{ shop: 'Gamma', number: 'PAD-1' }]);
    expect(await exported('--shop-id', '3')).toHaveLength(1);
    const ofBeta = await exported('--shop', 'Beta');
    expect([ofBeta.length, new Set(ofBeta.map(({ shop }) => shop))]).toEqual([discCount, new Set(['Beta'])]);
    expect(await operate('export', 'offers', '--shop', 'Delta')).toEqual({
      code: 1,
      output: 'There is no shop "Delta".',
    });
    const file = join(folder, 'offers.ndjson');
    expect(await operate('export', 'offers', file)).toEqual({ code: 0, output: `52 offers are in ${file}.` });
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(52);
    expect((await operate('export', 'carts')).code).toBe(2);
    expect(await operate('export', 'offers', '--data-dir', folder)).toEqual({
      code: 1,
      output: `There is no catalogue in ${folder}.`,
    });
    cpSync(service.dataDir, folder, { recursive: true });
    rmSync(join(folder, 'offers.db'));
    expect(await operate('export', 'offers', '--data-dir', folder)).toEqual({
      code: 1,
      output: `${join(folder, 'offers.db')} is missing.`,
    });
  });
});

describe('an export of many offers', () => {
  test('each offer has one line, also without an article in the catalogue', async () => {
    const values = { shop_id: 3, condition: 'new' as const, handling_min: 1, handling_max: 2, lowest30: null };
    service.changeOffers((writer) =>
      writer.commit((commit) => {
        const price = { price: 3100, refund: 0, surcharge: 0, stock: 1 };
        for (let n = 0; n < 1000; n++)
          commit.put({ ...values, ...price, product_id: 1001, key: `many-${n}` }, null, []);
      }),
    );
    using catalogue = new DatabaseSync(join(service.dataDir, 'catalogue-g1.db'));
    catalogue.exec(`pragma foreign_keys = off; delete from product where id = ${ids.pad}`);
    const { output } = await operate('export', 'offers', '--shop', 'Gamma');
    const rows = output.split('\n').map((line) => JSON.parse(line));
    expect([rows.length, new Set(rows.map(({ key }) => key)).size]).toEqual([1001, 1001]);
    expect(rows.find(({ productId }) => productId === String(ids.pad))).toMatchObject({ brand: null, number: null });
  });
});

describe('a recalled product', () => {
  const article = async (country: string) =>
    (await service.call(`/api/Teilenummernsuche/Brand-1/PAD1?locale=fr-FR&country=${country}`)).body.product;

  test('a recalled product is not for sale, and its page gives the reason until the recall ends', async () => {
    expect(await article('DE')).toMatchObject({ recall: null, offerCount: 1 });
    const reason = ['--reason', 'It may break.', '--reason', 'fr: Peut se rompre.'];
    const url = 'https://brand.example/recall';
    expect(await operate('recall', 'add', 'brand 1', 'pad-1', ...reason, '--url', url)).toEqual({
      code: 0,
      output: 'brand 1 pad-1 is not sold any more.',
    });
    expect(withheld(ids.pad)).toEqual([{ withheld: 512 }]);
    await until('its page knows', async () => (await article('DE')).recall !== null);
    expect(await article('DE')).toMatchObject({
      recall: { at: expect.stringMatching(/^20\d\d-.*Z$/), reason: 'Peut se rompre.', url },
      offerId: null,
      lowestTotal: null,
      offerCount: 0,
    });
    // A feed does not undo the recall.
    service.writeOffers({ dearer: 100 });
    expect(withheld(ids.pad)).toEqual([{ withheld: 512 }]);
    expect((await operate('recall', 'list')).output).toMatch(/Brand 1 +PAD-1 +It may break\. +https:/);
    expect(JSON.parse((await operate('recall', 'list', '--json')).output)).toMatchObject([
      { productId: ids.pad, reason: { de: 'It may break.', fr: 'Peut se rompre.' } },
    ]);
    expect((await operate('recall', 'remove', 'Brand-1', 'PAD1')).code).toBe(0);
    expect(withheld(ids.pad)).toEqual([{ withheld: 0 }]);
    expect((await operate('recall', 'list')).output).toBe('No product is taken off.');
    expect((await operate('recall', 'remove', 'Brand 1', 'PAD1')).code).toBe(1);
  });

  test.each([
    [2, ['add']],
    [2, ['add', 'Brand 1', 'PAD1']],
    [2, ['add', 'Brand 1', 'PAD1', '--reason', 'fr:Seulement en français']],
    [2, ['add', 'Brand 1', 'PAD1', '--reason', 'x', '--url', 'http://brand.example']],
    [2, ['add', 'Brand 1', 'PAD1', '--reason', 'x', '--url', 'brand.example']],
    [1, ['add', 'Brand 1', 'PAD2', '--reason', 'x']],
    [2, ['forget', 'Brand 1', 'PAD1']],
  ])('%s is wrong usage of recall %j', async (code, args) => {
    expect((await operate('recall', ...args)).code).toBe(code);
    expect(withheld(ids.pad)).toEqual([{ withheld: 0 }]);
  });
});
