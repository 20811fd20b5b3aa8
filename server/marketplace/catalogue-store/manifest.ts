import { createHash } from 'node:crypto';
import { z } from 'zod';
import { catalogueVersion } from '../catalogue-file/catalogue-schema.js';
import { StoreError } from './object-store.js';

/** Uncompressed piece: a whole number of pages of the catalogue's file. */
export const pieceBytes = 1024 ** 2;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const file = z.object({
  size: z.int().nonnegative(),
  /** SHA-256 of each uncompressed piece. */
  pieces: z.array(digest),
});
const generationName = z.string().regex(/^[0-9a-z]{1,16}$/);

const manifest = z.object({
  format: z.literal(1),
  generation: generationName,
  /** Version of the catalogue's tables. */
  version: z.int(),
  createdAt: z.string(),
  catalogue: file,
  /** Ids of the registry: lines of `kind`, id and natural key, separated by tabs. */
  ids: file,
});
export type Manifest = z.output<typeof manifest>;
export type FileOfPieces = z.output<typeof file>;

const head = z.object({ generation: generationName, manifest: z.string().regex(/^manifests\/[\w-]+\.json$/) });
/** The served generation, and the key of its manifest. */
export type Head = z.output<typeof head>;

/** Each version of the tables has its own head, because versions differ during an upgrade. */
export const headKey = `head-v${catalogueVersion}.json`;
export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
export const pieceKey = (sha256: string): string => `pieces/${sha256.slice(0, 2)}/${sha256}.zst`;
const manifestKey = ({ version, generation }: Manifest, sha256: string): string =>
  `manifests/v${version}-${generation}-${sha256}.json`;

/** Serialises a manifest; its key contains its digest. */
export function printManifest(content: Manifest): { key: string; body: Buffer } {
  const body = Buffer.from(JSON.stringify(content));
  return { key: manifestKey(content, digestOf(body)), body };
}

/** @throws StoreError if the content does not match the key */
export function parseManifest(key: string, body: Buffer): Manifest {
  const parsed = manifest.safeParse(parseJson(body));
  if (!parsed.success || manifestKey(parsed.data, digestOf(body)) !== key)
    throw new StoreError(`${key} in the catalogue store is damaged.`);
  return parsed.data;
}

/** @throws StoreError */
export function parseHead(body: Buffer): Head {
  const parsed = head.safeParse(parseJson(body));
  if (!parsed.success) throw new StoreError(`${headKey} in the catalogue store is damaged.`);
  return parsed.data;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Generations are named by their time in base 36. */
export const isNewer = (one: string, other: string | null): boolean =>
  other === null || (one.length === other.length ? one > other : one.length > other.length);
