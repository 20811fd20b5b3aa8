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
/** Uncompressed bytes of a piece. */
const pieceBytes = 4 * 1024 ** 2;
/** Keys in `meta` that belong to one folder. */
const ofFolder = ['judged by', 'cleared by', epochOver];

const temporary = /^\.offers-\w+\.tmp(?:-journal|-wal|-shm)?$/;
/** A temporary file of this age is unused. */
const leftOverMs = 3600_000;

/** Path of a temporary file or folder next to the offers. */
export const temporaryFile = (dataDir: string): string =>
  join(dataDir, `.offers-${randomBytes(6).toString('hex')}.tmp`);

/** Copies the offers as of one moment, also while others write. */
export function copyOffers(database: DatabaseSync, file: string): void {
  database.prepare('vacuum into ?').run(file);
}

export async function digestOfFile(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex') };
}

/** Compresses a file in pieces. */
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
 * Replaces a folder's offers by the newest snapshot of a log, in one transaction.
 * @param followed the folder's commit when it needed the snapshot
 * @param isOtherPast whether the folder's numbers were those of other commits, so that its epoch is over
 * @returns false if another program of the folder was faster
 * @throws ExpectedError if there is no snapshot, or it is damaged or of another version
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
        return applySnapshot(database, file, followed, next, isOtherPast);
      }
      if (tries > 5) throw new ExpectedError('Snapshots of the offers change faster than they can be fetched.');
    }
  } finally {
    rmSync(file, { force: true });
  }
}

/** @returns false if a newer one replaced it meanwhile */
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

function applySnapshot(
  database: DatabaseSync,
  file: string,
  former: Followed | null,
  next: Followed,
  isOtherPast: boolean,
): boolean {
  database.prepare('attach ? as snapshot').run(file);
  try {
    database.exec('begin immediate');
    // A writer of the folder relies on the commit that it has applied.
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

/** The commit of a copy. */
export function followedInFile(file: string): Followed {
  using database = new DatabaseSync(file, { readOnly: true });
  const followed = followedLog(database);
  if (!followed) throw new Error('the copy follows nothing');
  return followed;
}

/** Removes files and folders of killed programs. @param now milliseconds since 1970 */
export function removeLeftOvers(dataDir: string, now: number): void {
  for (const name of readdirSync(dataDir).filter((each) => temporary.test(each))) {
    const file = join(dataDir, name);
    const ageMs = now - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (ageMs > leftOverMs) rmSync(file, { recursive: true, force: true });
  }
}
