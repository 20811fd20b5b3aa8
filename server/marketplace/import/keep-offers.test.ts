import { closeSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { query } from '../../../test/fixtures/marketplace/generation/query.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { writeSums } from '../files/file-sums.js';
import { offersFile } from '../offer-store/offer-file.js';
import { addRecall } from '../offer-store/recall.js';
import { withheldBits } from '../offer-store/withheld.js';
import { stateFile } from '../state/state-store.js';
import { runImportCommand } from './cli.js';
import { withOffers } from './served-products.js';

const { dataDir, importFile } = importFolder();

/** Imports a catalogue with one car. @param answer at the terminal; null = there is no terminal */
async function begin(words: readonly string[], answer: string | null = null, kind = 'vehicles') {
  const feed = join(dataDir(), 'vehicles.csv');
  writeFileSync(feed, 'make;series;kw;fuel;from\nAudi;A3;75;petrol;2003-05\n');
  const lines: string[] = [];
  const questions: string[] = [];
  const ask = (question: string): Promise<string> => {
    questions.push(question);
    return Promise.resolve(String(answer));
  };
  const code = await runImportCommand(
    [kind, feed, '--anew', ...words],
    { DATA_DIR: dataDir() },
    testClock,
    (line) => lines.push(line),
    undefined,
    undefined,
    null,
    answer === null ? null : ask,
  );
  return { code, questions, output: lines.join('\n') };
}
const offers = (sql: string) => query(offersFile(dataDir()), sql);
const counts = () => offers('select (select count(*) from shop) as shops, (select count(*) from offer) as offers')[0];
const served = () => String(query(stateFile(dataDir()), 'select file from catalogue_pointer')[0]?.file);
const known = () => `all shops (${counts()?.shops}) and offers (${counts()?.offers}). Recalls and ids stay.`;

test('without a terminal --anew lists what it would remove, and ends with an error', async () => {
  const before = [counts(), served()];
  const { code, output } = await begin([]);
  expect(code).toBe(1);
  for (const words of [`--anew would remove ${known()}\n`, '--remove-offers to remove', '--keep-offers to keep'])
    expect(output).toContain(words);
  expect([counts(), served()]).toEqual(before);
  expect(Number(counts()?.offers)).toBeGreaterThan(0);
});

test('at a terminal only the whole word yes lets --anew remove offers', async () => {
  const before = [counts(), served()];
  for (const answer of ['', 'no', 'y', 'YES!']) {
    expect(await begin([], answer)).toMatchObject({ code: 1, questions: ['Remove them? (yes/no) '] });
    expect([counts(), served()]).toEqual(before);
  }
  const listed = known();
  expect(await begin([], 'yes\n')).toMatchObject({ code: 0, output: expect.stringContaining(listed) });
  expect(counts()).toEqual({ shops: 0, offers: 0 });
  // There is nothing to remove any more.
  expect(await begin([], 'no')).toMatchObject({ code: 0, questions: [] });
});

test('--remove-offers removes shops and offers without a question, and recalls stay', async () => {
  withOffers({ dataDir: dataDir(), clock: testClock }, (writer) =>
    addRecall(writer, {
      productId: ids.pad,
      at: 1,
      reason: { de: '', fr: '', es: '', it: '', nl: '' } as never,
      url: null,
    }),
  );
  const listed = known();
  expect(await begin(['--remove-offers'], 'no')).toMatchObject({
    code: 0,
    questions: [],
    output: expect.stringContaining(listed),
  });
  expect([counts(), offers('select product_id from recall')]).toEqual([
    { shops: 0, offers: 0 },
    [{ product_id: ids.pad }],
  ]);
});

test('a dry run of --anew lists what it would remove, and removes nothing', async () => {
  const before = [counts(), served()];
  expect(await begin(['--dry-run'])).toMatchObject({ code: 0, output: expect.stringContaining(known()) });
  expect([counts(), served()]).toEqual(before);
});

const everyOffer = 'select id, shop_id, key, price from offer order by id';
const soldAgain = async (): Promise<void> => {
  expect(offers('select distinct withheld & ? as gone from offer'.replace('?', `${withheldBits.gone}`))).toEqual([
    { gone: withheldBits.gone },
  ]);
  const title = 'Bremsen;Freins;Frenos;Freni;Remmen';
  await importFile(
    'categories',
    `id;leaf_number;title_de;title_fr;title_es;title_it;title_nl\n${ids.pads};9;${title}\n`,
  );
  const { outcome } = await importFile(
    'products',
    `brand;number;category;brand_address;brand_email;brand_country\nBrand 1;PAD1;${ids.pads};Street 1;a@b.de;DE\n`,
  );
  expect(outcome).toBe('active');
  expect(offers(`select distinct withheld from offer where product_id = ${ids.pad}`)).toEqual([{ withheld: 0 }]);
};

test('--keep-offers keeps shops and offers with their ids, and sells them when their products are back', async () => {
  const before = [counts(), offers(everyOffer)];
  expect(await begin(['--keep-offers'])).toMatchObject({ code: 0, questions: [] });
  expect([counts(), offers(everyOffer)]).toEqual(before);
  await soldAgain();
});

test('--keep-offers replaces a damaged catalogue', async () => {
  const file = join(dataDir(), served());
  writeSums(file, file);
  const open = openSync(file, 'r+');
  const half = Math.floor(statSync(file).size / 8192) * 4096;
  writeSync(open, Buffer.alloc(half, 0xa5), 0, half, half);
  closeSync(open);
  const before = offers(everyOffer);
  expect(await begin(['--keep-offers'])).toMatchObject({ code: 0 });
  expect(offers(everyOffer)).toEqual(before);
  await soldAgain();
});

test('--keep-offers is refused without the registry of ids, since offers would belong to other products', async () => {
  rmSync(join(dataDir(), 'ids.db'));
  const before = [counts(), served()];
  expect(await begin(['--keep-offers'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('the first with --anew --remove-offers'),
  });
  expect([counts(), served()]).toEqual(before);
  expect(await begin(['--remove-offers'])).toMatchObject({ code: 0 });
});

test.each([
  [['--keep-offers', '--remove-offers'], 'vehicles'],
  [[], 'offers'],
  [[], 'shops'],
])('--anew with %j is refused for %s', async (words, kind) => {
  const before = [counts(), served()];
  expect(await begin(words, 'yes', kind)).toMatchObject({ code: 2, questions: [] });
  expect([counts(), served()]).toEqual(before);
});
