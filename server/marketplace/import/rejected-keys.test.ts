import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { rejectedRows } from '../feeds/kept-reports.js';

const { dataDir, importFile } = importFolder();

test('rejected rows of a file with one line name their offer', async () => {
  const item = (key: string, price: string) =>
    `<item><g:id>${key}</g:id><g:brand>Brand 1</g:brand><g:mpn>PAD1</g:mpn><g:price>${price}</g:price></item>`;
  const feed = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${item('A', '10 EUR')}${item('B', 'x')}${item('C', '-1')}</channel></rss>`;
  await importFile('offers', feed, { shop: 'Gamma' });
  const [summary = ''] = readdirSync(join(dataDir(), 'imports')).filter((name) => name.endsWith('.summary.json'));
  expect(rejectedRows(dataDir(), summary).map(({ line, key, field }) => [line, key, field])).toEqual([
    [1, 'B', 'price'],
    [1, 'C', 'price'],
  ]);
});
