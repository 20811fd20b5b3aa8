import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { flush, replaceFile } from '../files/replace-file.js';
import { labelOf, type ShopChoice, type ShopId } from '../program/shop-choice.js';
import { FeedError } from './reading/import-errors.js';
import { mappingSchema } from './reading/mapping.js';

const heldSchema = z.strictObject({
  reason: z.string(),
  at: z.string(),
  files: z.array(z.string()),
  /** As people call it. */
  shop: z.string().nullable(),
  shopId: z.number().nullable().optional(),
  mode: z.enum(['full', 'update', 'partial']),
  mapping: mappingSchema,
  encoding: z.string().nullable(),
});

/** A feed that a guard has held: its files are kept until somebody approves or drops it. */
export type HeldFeed = z.infer<typeof heldSchema>;

const folderOf = (dataDir: string): string => join(dataDir, 'held');
const isName = (name: string): boolean => /^[\w-]{1,80}$/.test(name);

/** Keeps a feed. @returns the name by which it can be approved */
export function holdFeed(
  dataDir: string,
  { shop, ...feed }: Omit<HeldFeed, 'at' | 'shop' | 'shopId'> & { readonly shop: ShopChoice | null },
  now: Date,
): string {
  const name = now.toISOString().replace(/[:.]/g, '-');
  const folder = join(folderOf(dataDir), name);
  mkdirSync(folder, { recursive: true });
  const files = feed.files.map((file, index) => {
    const kept = join(folder, `${index}-${basename(file)}`);
    copyFileSync(file, kept);
    flush(kept);
    return kept;
  });
  const named = { shop: shop && labelOf(shop), shopId: shop && 'id' in shop ? shop.id : null };
  const partial = join(folder, 'feed.json.partial');
  writeFileSync(partial, JSON.stringify({ ...feed, ...named, files, at: now.toISOString() }, null, 2));
  // The feed is held once its file has this name: a killed program may leave the partial one.
  replaceFile(partial, join(folder, 'feed.json'));
  // The folder is new, and the one around it may be.
  for (const parent of [folderOf(dataDir), dataDir]) flush(parent);
  return name;
}

/** @throws FeedError where none is held by that name */
export function readHeldFeed(dataDir: string, name: string): HeldFeed {
  const file = join(folderOf(dataDir), name, 'feed.json');
  if (!isName(name) || !existsSync(file))
    throw new FeedError(
      `No feed is held by the name "${name}". Held are: ${listHeldFeeds(dataDir).join(', ') || 'none'}.`,
    );
  return heldSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** The shop of a held feed; null = its rows name theirs. */
export function shopOfHeld({ shop, shopId }: HeldFeed): ShopChoice | null {
  // The last version had no id of its own here: a number was read as one.
  const id = shopId === undefined && /^\d+$/.test(shop ?? '') ? Number(shop) : shopId;
  if (id != null) return { id: id as ShopId };
  return shop === null ? null : { name: shop };
}

/** Names of the feeds that are held, the oldest first. */
export function listHeldFeeds(dataDir: string): string[] {
  const folder = folderOf(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'feed.json')))
    .sort();
}

export function dropHeldFeed(dataDir: string, name: string): void {
  if (isName(name)) rmSync(join(folderOf(dataDir), name), { recursive: true, force: true });
}
