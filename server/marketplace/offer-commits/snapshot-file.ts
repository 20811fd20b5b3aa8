import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, readdirSync, rmSync, statSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import {
  epochOver,
  type Followed,
  followedLog,
  isEpochOver,
  noteEpochOver,
  setFollowed,
} from '../offer-store/followed-log.js';
import { offerTables } from '../offer-store/offer-tables.js';
import { ExpectedError } from '../program/expected-error.js';
import { type CommitLog, refuseVersion } from './commit-log.js';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const level = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
/** Bytes of a piece before it is packed. */
const pieceBytes = 4 * 1024 ** 2;
/** In `meta`: what is of one folder alone. */
const ofFolder = ['judged by', 'cleared by', epochOver];

const temporary = /^\.offers-\w+\.tmp(?:-journal|-wal|-shm)?$/;
/** Milliseconds after which nobody uses such a file any more. */
const leftOverMs = 3600_000;

/** Name of a file or folder beside the offers that is removed after use. */
export const temporaryFile = (dataDir: string): string =>
  join(dataDir, `.offers-${randomBytes(6).toString('hex')}.tmp`);

/** Copies the offers as of one moment, while others may write. */
export function copyOffers(database: DatabaseSync, file: string): void {
  database.prepare('vacuum into ?').run(file);
}

export async function digestOfFile(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex') };
}

/** A file in packed pieces. */
export async function* piecesOf(file: string): AsyncGenerator<Buffer> {
  await using handle = await open(file);
  const piece = Buffer.allocUnsafe(pieceBytes);
  for (;;) {
    const { bytesRead } = await handle.read(piece, 0, pieceBytes);
    if (bytesRead === 0) return;
    yield await compress(piece.subarray(0, bytesRead), level);
  }
}

/**
 * Fetches the newest snapshot of a log and puts it in the place of a folder's offers, in one transaction: readers have
 * the ones or the others.
 * @param followed what the folder had when it was found to need one
 * @param isOtherPast whether numbers of the folder were those of other commits, so that its epoch is over
 * @returns false where it has something else by now, since another program of the folder was faster
 * @throws ExpectedError where there is none, it is of another version or not whole
 */
export async function loadSnapshot(
  log: CommitLog,
  dataDir: string,
  database: DatabaseSync,
  followed: Followed | null,
  isOtherPast: boolean,
): Promise<boolean> {
  const file = temporaryFile(dataDir);
  try {
    for (let tries = 0; ; tries++) {
      const snapshot = await log.snapshot();
      const head = await log.head();
      if (!snapshot || !head) throw new ExpectedError('The database of the offers has no snapshot to begin with.');
      refuseVersion(snapshot.version);
      if (await fetchPieces(log, snapshot, file)) {
        const { sha256 } = await digestOfFile(file);
        if (sha256 !== snapshot.sha256)
          throw new ExpectedError('The snapshot of the offers in PostgreSQL is not what was put there.');
        const next = { name: head.name, number: snapshot.number, chain: snapshot.chain };
        return takeSnapshot(database, file, followed, next, isOtherPast);
      }
      if (tries > 5) throw new ExpectedError('Snapshots of the offers change faster than they can be fetched.');
    }
  } finally {
    rmSync(file, { force: true });
  }
}

/** @returns false where a newer one took its place meanwhile */
async function fetchPieces(
  log: CommitLog,
  { number, pieces }: { number: number; pieces: number },
  file: string,
): Promise<boolean> {
  let isWhole = true;
  await pipeline(async function* () {
    for (let piece = 0; piece < pieces && isWhole; piece++) {
      const packed = await log.piece(number, piece);
      if (packed) yield await decompress(packed);
      else isWhole = false;
    }
  }, createWriteStream(file));
  return isWhole;
}

function takeSnapshot(
  database: DatabaseSync,
  file: string,
  former: Followed | null,
  next: Followed,
  isOtherPast: boolean,
): boolean {
  database.prepare('attach ? as snapshot').run(file);
  try {
    database.exec('begin immediate');
    // A writer of the folder relies on what it has taken in.
    if (!isDeepStrictEqual(followedLog(database), former)) {
      database.exec('rollback');
      return false;
    }
    const isOver = isOtherPast || isEpochOver(database);
    for (const [table, { columns }] of Object.entries(offerTables)) {
      const names = Object.keys(columns).join(', ');
      database.exec(
        `delete from main.${table}; insert into main.${table} (${names}) select ${names} from snapshot.${table}`,
      );
    }
    for (const name of ofFolder) database.prepare('delete from meta where key = ?').run(name);
    if (isOver) noteEpochOver(database);
    setFollowed(database, next);
    database.exec('commit');
    return true;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  } finally {
    database.exec('detach snapshot');
  }
}

/** Which commit a copy is of. */
export function followedInFile(file: string): Followed {
  using database = new DatabaseSync(file, { readOnly: true });
  const followed = followedLog(database);
  if (!followed) throw new Error('the copy follows nothing');
  return followed;
}

/** Removes files and folders that a killed program has left. @param now milliseconds since 1970 */
export function removeLeftOvers(dataDir: string, now: number): void {
  for (const name of readdirSync(dataDir).filter((each) => temporary.test(each))) {
    const file = join(dataDir, name);
    const age = now - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > leftOverMs) rmSync(file, { recursive: true, force: true });
  }
}
