/**
 * `node scripts/first-pages.ts FOLDER`: starts the built server over a copy of a data folder, asks for a page of each
 * kind and ends it. `dist/compiled` then holds what V8 has made of the programs (P62), for an image whose files cannot
 * be written later. Fails where a page or one of the three is missing.
 */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPages, startShop, stopShop } from '../test/support/measured-shop.ts';
import { at, fail } from './lib-run.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'partavo-'));
cpSync(process.argv[2] ?? fail('Which data folder?'), dataDir, { recursive: true });
// Images are built beside other work, too.
const shop = await startShop(dataDir, { MARKETPLACE_SECONDS: '60' });
try {
  const { pages } = await findPages(shop.address);
  for (const [path, headers] of Object.values(pages)) {
    const page = await fetch(shop.address + path, { headers });
    await page.arrayBuffer();
    if (!page.ok) throw new Error(`${path} is answered with ${page.status}`);
  }
} finally {
  await stopShop(shop);
  rmSync(dataDir, { recursive: true });
}
for (const program of ['shop', 'marketplace-catalogue', 'marketplace-state'])
  if (!existsSync(at(`dist/compiled/${program}.cjs.v8`))) fail(`what V8 has made of ${program} has not been kept`);
