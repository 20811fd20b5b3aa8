/**
 * `node scripts/first-pages.mjs FOLDER`: starts the built server over a copy of a data folder, asks for a page of each
 * kind and ends it. `dist/compiled` then holds what V8 has made of the programs (P62), for an image whose files cannot be
 * written later.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPages, startShop, stopShop } from './lib-shop.mjs';

const dataDir = mkdtempSync(join(tmpdir(), 'partavo-'));
cpSync(process.argv[2], dataDir, { recursive: true });
const shop = await startShop(dataDir);
const { pages } = await findPages(shop.address);
for (const [path, headers] of Object.values(pages)) await (await fetch(shop.address + path, { headers })).arrayBuffer();
await stopShop(shop);
rmSync(dataDir, { recursive: true });
