import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { feedPreview } from '../../contract/file-preview.js';
import { flush, replaceFile } from '../files/replace-file.js';
import { labelOf, type ShopChoice, type ShopId } from '../program/shop-choice.js';
import { FeedError } from './reading/import-errors.js';
import { mappingSchema } from './reading/mapping.js';

const heldSchema = z.strictObject({
  reason: z.string(),
  at: z.string(),
  files: z.array(z.string()),
  /** Label of the shop, as people call it. */
  shop: z.string().nullable(),
  shopId: z.number().nullable().optional(),
  mode: z.enum(['full', 'update', 'partial']),
  mapping: mappingSchema,
  encoding: z.string().nullable(),
  preview: feedPreview.optional(),
});

/** A feed that a guard has held, with its files, until an operator approves or drops it. */
export type HeldFeed = z.infer<typeof heldSchema>;

const folderOf = (dataDir: string): string => join(dataDir, 'held');
const storedName = 'offers.db';
const isName = (name: string): boolean => /^[\w-]{1,80}$/.test(name);

/**
 * Stores the files of a held feed.
 * @param storeOffers stores the offers of its shops in a file
 * @returns the name by which an operator approves it
 */
export function holdFeed(
  dataDir: string,
  { shop, ...feed }: Omit<HeldFeed, 'at' | 'shop' | 'shopId'> & { readonly shop: ShopChoice | null },
  now: Date,
  storeOffers: (file: string) => void = () => {},
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
  const stored = join(folder, storedName);
  storeOffers(stored);
  if (existsSync(stored)) flush(stored);
  const named = { shop: shop && labelOf(shop), shopId: shop && 'id' in shop ? shop.id : null };
  const partial = join(folder, 'feed.json.partial');
  writeFileSync(partial, JSON.stringify({ ...feed, ...named, files, at: now.toISOString() }, null, 2));
  // This name makes the feed held. A killed program may leave the partial file.
  replaceFile(partial, join(folder, 'feed.json'));
  // Flushes both folders, since both may be new.
  for (const parent of [folderOf(dataDir), dataDir]) flush(parent);
  return name;
}

/** @throws FeedError if no feed of this name is held */
export function readHeldFeed(dataDir: string, name: string): HeldFeed {
  const file = join(folderOf(dataDir), name, 'feed.json');
  if (!isName(name) || !existsSync(file))
    throw new FeedError(
      `No feed is held by the name "${name}". Held are: ${listHeldFeeds(dataDir).join(', ') || 'none'}.`,
    );
  return heldSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Returns the shop of a held feed; null = its rows name their shops. */
export function shopOfHeld({ shop, shopId }: HeldFeed): ShopChoice | null {
  // Feeds that version 0.3 held have no `shopId`; there a number was an id.
  const id = shopId === undefined && /^\d+$/.test(shop ?? '') ? Number(shop) : shopId;
  if (id != null) return { id: id as ShopId };
  return shop === null ? null : { name: shop };
}

/** Returns the file with the offers as they were when the feed was held; null = an older program has held it. */
export function storedOffersOf(dataDir: string, name: string): string | null {
  const file = join(folderOf(dataDir), name, storedName);
  return existsSync(file) ? file : null;
}

/** Describes in lines what a held feed would change. */
export function previewText({ preview }: HeldFeed): string[] {
  if (!preview) return [];
  const { added, changed, removed, prices, removals } = preview;
  const euros = (cents: number): string => (cents / 100).toFixed(2);
  const more = removed - removals.length;
  return [
    `  ${added} added, ${changed} changed, ${removed} removed`,
    ...prices.map(({ key, before, now }) => `  price of ${key}: ${euros(before)} → ${euros(now)}`),
    ...(removed > 0 ? [`  removes ${removals.join(', ')}${more > 0 ? ` and ${more} others` : ''}`] : []),
  ];
}

/** Returns the names of held feeds, the oldest first. */
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
