import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { digestOf, type FileOfPieces, pieceBytes, pieceKey } from './manifest.js';
import { type ObjectStore, StoreError } from './object-store.js';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const level = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
/** Number of parallel transfers. */
const atOnce = 4;

type Read = (at: number, length: number) => Promise<Buffer>;

/** Pieces over the network, and their compressed bytes. */
export interface Traffic {
  pieces: number;
  bytes: number;
}

async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  for (let read = 0; read < length; ) {
    const { bytesRead } = await handle.read(buffer, read, length - read, at + read);
    if (bytesRead === 0) throw new Error('the file ended early');
    read += bytesRead;
  }
  return buffer;
}

/** Runs work for each number below `count`, some in parallel, until the first error. */
async function forEach(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  let isOver = false;
  const run = async (): Promise<void> => {
    while (next < count && !isOver) {
      const index = next++;
      await work(index).catch((error: unknown) => {
        isOver = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}

/** @param there pieces that the store certainly has */
async function putPieces(
  store: ObjectStore,
  size: number,
  read: Read,
  there: ReadonlySet<string>,
  moved: Traffic,
): Promise<FileOfPieces> {
  const pieces = new Array<string>(Math.ceil(size / pieceBytes));
  await forEach(pieces.length, async (index) => {
    const at = index * pieceBytes;
    const bytes = await read(at, Math.min(pieceBytes, size - at));
    const sha256 = digestOf(bytes);
    pieces[index] = sha256;
    const key = pieceKey(sha256);
    if (there.has(sha256) || (await store.has(key))) return;
    const packed = await compress(bytes, level);
    await store.put(key, packed);
    moved.pieces += 1;
    moved.bytes += packed.length;
  });
  return { size, pieces };
}

/** Uploads the pieces of a file that the store lacks. */
export async function putFile(
  store: ObjectStore,
  path: string,
  there: ReadonlySet<string>,
  moved: Traffic,
): Promise<FileOfPieces> {
  await using handle = await open(path, 'r');
  const { size } = await handle.stat();
  return await putPieces(store, size, (at, length) => readAt(handle, at, length), there, moved);
}

export const putText = (
  store: ObjectStore,
  text: string,
  there: ReadonlySet<string>,
  moved: Traffic,
): Promise<FileOfPieces> => {
  const bytes = Buffer.from(text);
  return putPieces(store, bytes.length, async (at, length) => bytes.subarray(at, at + length), there, moved);
};

/** @throws StoreError if the piece is missing or damaged */
async function getPiece(store: ObjectStore, sha256: string, moved: Traffic): Promise<Buffer> {
  const key = pieceKey(sha256);
  const packed = await store.get(key);
  if (packed === null) throw new StoreError(`${key} is missing in the catalogue store.`);
  const bytes = await decompress(packed.body, { chunkSize: pieceBytes, maxOutputLength: pieceBytes }).catch(() => null);
  if (bytes === null || digestOf(bytes) !== sha256) throw new StoreError(`${key} in the catalogue store is damaged.`);
  moved.pieces += 1;
  moved.bytes += packed.body.length;
  return bytes;
}

/**
 * Assembles a file of checked pieces, from a former file or the store.
 * @param former null = no former file
 * @throws StoreError
 */
export async function getFile(
  store: ObjectStore,
  { size, pieces }: FileOfPieces,
  target: string,
  former: string | null,
  moved: Traffic,
): Promise<void> {
  const known = former === null ? new Map<string, number>() : await placesOf(former);
  await using old = former === null ? null : await open(former, 'r');
  await using handle = await open(target, 'wx');
  await forEach(pieces.length, async (index) => {
    const sha256 = String(pieces[index]);
    const length = Math.min(pieceBytes, size - index * pieceBytes);
    const place = known.get(sha256);
    const bytes = old && place !== undefined ? await readAt(old, place, length) : await getPiece(store, sha256, moved);
    if (bytes.length !== length || (place !== undefined && digestOf(bytes) !== sha256))
      throw new StoreError('The manifest in the catalogue store does not fit its pieces.');
    await handle.write(bytes, 0, length, index * pieceBytes);
  });
}

export async function getText(store: ObjectStore, { pieces }: FileOfPieces, moved: Traffic): Promise<string> {
  const parts: Buffer[] = [];
  for (const sha256 of pieces) parts.push(await getPiece(store, sha256, moved));
  return Buffer.concat(parts).toString();
}

async function placesOf(path: string): Promise<Map<string, number>> {
  const places = new Map<string, number>();
  await using handle = await open(path, 'r');
  const { size } = await handle.stat();
  for (let at = 0; at < size; at += pieceBytes)
    places.set(digestOf(await readAt(handle, at, Math.min(pieceBytes, size - at))), at);
  return places;
}
