import { z } from 'zod';

const bytes = z.number().int().min(0);

/** Disk usage of the marketplace's state, and its free space. */
export const storageReport = z.object({
  /** Of the disk that the data folder is on, as far as the marketplace may write there. */
  freeBytes: bytes,
  /** Files that the marketplace writes to, each with the size of its write-ahead log. */
  files: z.array(z.object({ name: z.enum(['state', 'offers']), bytes, walBytes: bytes })),
  /** Catalogues of the folder whose file was found to differ from what was written. */
  damagedCatalogues: z.number().int().min(0),
  /** Files that were damaged when they were looked through last; left out by a marketplace of an older version. */
  damagedStores: z.array(z.enum(['state', 'ids'])).optional(),
  /** Visitors who are remembered, with or without a cart. */
  sessions: z.number().int().min(0),
});
export type StorageReport = z.output<typeof storageReport>;
