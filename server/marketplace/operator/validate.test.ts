import { closeSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { giveIds, operatorFolder } from '../../../test/fixtures/marketplace/operator/operator-folder.js';

const { dataDir, operate, service, stop } = operatorFolder();

test('the files of a running shop are sound', async () => {
  service().writeOffers({ dearer: 700 });
  expect(await operate('validate')).toEqual({
    code: 0,
    output: 'All files are sound, and all that follows from the offers does so.',
  });
});

test.each([
  [
    'update offer set price = price + 5 where id = (select min(id) from offer where withheld = 0)',
    /1 products are shown/,
  ],
  [
    "update offer set key = key || 'x' where id = (select min(id) from offer)",
    /1 offers have a key that says otherwise/,
  ],
  [
    'delete from offer where id = (select min(id) from offer where withheld = 0)',
    /1 keys name an offer that is not there/,
  ],
  ['delete from offer_product where id = (select min(id) from offer)', /1 offers are not found by their id/],
  ['update shop set offers = offers + 1 where id = 1', /1 shops count other offers/],
  ["update meta set value = '1' where key = 'next_offer_id'", /\d+ ids are above the next one/],
  ['delete from shop where id = 3', /\d+ offers are of no shop/],
])('validate finds %s', async (damage, words) => {
  service().changeOffers(({ database }) => database.exec(damage));
  const { code, output } = await operate('validate');
  expect([code, output]).toEqual([1, expect.stringMatching(words)]);
  expect(output.split('\n').every((line) => line.startsWith(join(dataDir(), 'offers.db')))).toBe(true);
});

test.each(['ids.db', 'state.db', 'offers.db', 'catalogue-g1.db'])('validate names a torn %s', async (name) => {
  await stop();
  for (const end of ['-wal', '-shm']) rmSync(join(dataDir(), name + end), { force: true });
  writeFileSync(join(dataDir(), name), 'torn'.repeat(3000));
  expect(await operate('validate')).toEqual({
    code: 1,
    output: `${join(dataDir(), name)}: it is no SQLite file, or damaged.`,
  });
});

/** Overwrites two pages in the middle, as a faulty disk does. */
function tear(file: string): void {
  const middle = Math.floor(statSync(file).size / 8192) * 4096;
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(8192, 0xa5), 0, 8192, middle);
  closeSync(handle);
}

/** Checks one file while the shop runs. */
async function foundIn(file: string): Promise<string> {
  const { code, output } = await operate('validate', file);
  expect(code).toBe(0);
  return output;
}

test('validate checks one file by its name', async () => {
  for (const file of ['ids.db', 'state.db']) expect([file, await foundIn(file)]).toEqual([file, 'ok']);
  giveIds(dataDir(), ...Array.from({ length: 2000 }, (_, index) => `Brand ${index}`));
  tear(join(dataDir(), 'ids.db'));
  expect(await foundIn('ids.db')).toMatch(/page|Tree|damaged/);
  expect(await foundIn('none.db')).toBe('it is not there');
  await stop();
  tear(join(dataDir(), 'state.db'));
  expect(await foundIn('state.db')).not.toBe('ok');
});
