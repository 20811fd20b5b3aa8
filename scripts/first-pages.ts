/**
 * `node scripts/first-pages.ts FOLDER`: starts the built server over a copy of a data folder, asks for a page of each
 * kind and ends it. `dist/compiled` then holds the compiled code of the three programs (P62), for an image whose files
 * cannot be written later. Fails where a page or the code of a program is missing.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
const stored = readdirSync(at('dist/compiled'), { recursive: true, withFileTypes: true }).filter((each) =>
  each.isFile(),
);
if (stored.length < 3) fail(`the compiled code of ${stored.length} programs was stored, instead of that of three`);
