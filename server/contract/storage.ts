import { z } from 'zod';

const bytes = z.number().int().min(0);

/** Disk usage of the marketplace's state. */
export const storageReport = z.object({
  /** Bytes that the marketplace may still write to the disk of its data folder. */
  freeBytes: bytes,
  /** Files with the size of their write-ahead logs. */
  files: z.array(z.object({ name: z.enum(['state', 'offers']), bytes, walBytes: bytes })),
  /** Number of catalogue files with a wrong checksum. */
  damagedCatalogues: z.number().int().min(0),
  /** Damaged files of the last check; missing from older marketplaces. */
  damagedStores: z.array(z.enum(['state', 'ids'])).optional(),
  /** Stored sessions, with or without a cart. */
  sessions: z.number().int().min(0),
});
export type StorageReport = z.output<typeof storageReport>;
