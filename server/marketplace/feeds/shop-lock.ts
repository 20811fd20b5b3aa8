import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../clock/clock.js';
import { lockFile } from '../files/exclusive-lock.js';
import { isShared, type Lease, takeLease } from '../state/lease.js';
import type { StateDb } from '../state/state-store.js';

/** Folder of feeds during their import. */
export const feedFolder = (dataDir: string): string => join(dataDir, 'feeds');

/** Lock of the one process that schedules feeds; no shop can have this name. */
const schedule = '@schedule';

/**
 * Takes the lock for imports of a shop, across programs and machines.
 * @param shop as the operator's file calls it
 * @returns null where somebody else has it
 */
export const holdShop = (needs: HoldNeeds, shop: string): Promise<Lease | null> => hold(needs, shop.toLowerCase());

/** Takes the place of who gets feeds when they are due and sends messages. @returns null where somebody else has it */
export const holdSchedule = (needs: HoldNeeds): Promise<Lease | null> => hold(needs, schedule);

interface HoldNeeds {
  readonly db: StateDb;
  readonly dataDir: string;
  readonly clock: Clock;
  /** Milliseconds that a lease in PostgreSQL outlives a process that was killed; left out, half a minute. */
  readonly leaseMs?: number;
}

/** Held in the folder, and where other machines share the state, in the state as well. */
async function hold({ db, dataDir, clock, leaseMs }: HoldNeeds, what: string): Promise<Lease | null> {
  const unlock = lockInFolder(dataDir, what);
  if (!unlock) return null;
  const ofFolder = { signal: never, confirm: async () => {}, release: async () => unlock() };
  if (!isShared(db)) return ofFolder;
  try {
    const lease = await takeLease(db, `feeds ${what}`, clock, leaseMs);
    if (!lease) unlock();
    return lease && { ...lease, release: () => lease.release().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}
const never = new AbortController().signal;

/** @returns gives it free; null where somebody else has it */
function lockInFolder(dataDir: string, what: string): (() => void) | null {
  const folder = feedFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = createHash('sha256').update(what).digest('hex').slice(0, 24);
  return lockFile(join(folder, `${name}.lock`), 'exclusive');
}

/** Milliseconds between two looks at a program that is being ended. */
const look = 20;

/**
 * Ends imports of a file that have outlived the program which had started them. Only Linux tells; elsewhere they end by
 * themselves, and the import's own lock keeps the next one waiting.
 */
export async function endOrphans(file: string, clock: Clock): Promise<void> {
  const mine = (): number[] => {
    try {
      return readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name) && commandOf(name).includes(file))
        .map(Number);
    } catch {
      return [];
    }
  };
  for (let orphans = mine(); orphans.length > 0; orphans = mine()) {
    for (const orphan of orphans) {
      try {
        process.kill(orphan, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
    await clock.sleep(look);
  }
}

/** Words of the command that a process runs; none for one that has ended. */
function commandOf(id: string): string[] {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
