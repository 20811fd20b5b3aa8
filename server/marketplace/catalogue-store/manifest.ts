import { createHash } from 'node:crypto';
import { z } from 'zod';
import { catalogueVersion } from '../catalogue-file/catalogue-schema.js';
import { StoreError } from './object-store.js';

/** Bytes of a piece before it is compressed: a whole number of pages of the catalogue's file. */
export const pieceBytes = 1024 ** 2;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const file = z.object({
  size: z.int().nonnegative(),
  /** SHA-256 of each piece before it is compressed, in their order. */
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
  /** Ids that the importer has given: `kind`, id and natural key, with tabs between, one a line. */
  ids: file,
});
/** Pieces of a generation. */
export type Manifest = z.output<typeof manifest>;
export type FileOfPieces = z.output<typeof file>;

const head = z.object({ generation: generationName, manifest: z.string().regex(/^manifests\/[\w-]+\.json$/) });
/** Which generation is served, and where its manifest is. */
export type Head = z.output<typeof head>;

/** Programs of different versions, as while they are upgraded, each have a served generation of their own. */
export const headKey = `head-v${catalogueVersion}.json`;
export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
export const pieceKey = (sha256: string): string => `pieces/${sha256.slice(0, 2)}/${sha256}.zst`;
const manifestKey = ({ version, generation }: Manifest, sha256: string): string =>
  `manifests/v${version}-${generation}-${sha256}.json`;

/** A manifest as it is stored, under a name that says what is in it. */
export function printManifest(content: Manifest): { key: string; body: Buffer } {
  const body = Buffer.from(JSON.stringify(content));
  return { key: manifestKey(content, digestOf(body)), body };
}

/** @throws StoreError where it is not what its name says */
export function parseManifest(key: string, body: Buffer): Manifest {
  const parsed = manifest.safeParse(parseJson(body));
  if (!parsed.success || manifestKey(parsed.data, digestOf(body)) !== key)
    throw new StoreError(`${key} in the catalogue store is damaged.`);
  return parsed.data;
}

/** @throws StoreError if it is no manifest */
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

/** Generations are named by the time they were made at, in base 36. */
export const isNewer = (one: string, other: string | null): boolean =>
  other === null || (one.length === other.length ? one > other : one.length > other.length);
