import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../clock/clock.js';
import { lockFile } from '../files/exclusive-lock.js';
import { acquireLease, isShared, type Lease } from '../state/lease.js';
import type { StateDb } from '../state/state-store.js';

/** Returns the folder of downloads. */
export const feedFolder = (dataDir: string): string => join(dataDir, 'feeds');

/** Lock of the process that schedules feeds; no shop can have this name. */
const schedule = '@schedule';

/** Locks the imports of a shop, across programs and machines. @returns null if somebody else holds the lock */
export const holdShop = (needs: HoldNeeds, shop: string): Promise<Lease | null> => hold(needs, shop.toLowerCase());

/** Takes the lease for scheduling feeds and sending messages. @returns null if somebody else holds it */
export const holdSchedule = (needs: HoldNeeds): Promise<Lease | null> => hold(needs, schedule);

interface HoldNeeds {
  readonly db: StateDb;
  readonly dataDir: string;
  readonly clock: Clock;
  /** How long a lease in PostgreSQL outlives a killed process; left out, half a minute. */
  readonly leaseMs?: number;
}

/** Locks in the folder, and in the state if machines share it. */
async function hold({ db, dataDir, clock, leaseMs }: HoldNeeds, what: string): Promise<Lease | null> {
  const unlock = lockInFolder(dataDir, what);
  if (!unlock) return null;
  const ofFolder = { signal: never, confirm: async () => {}, release: async () => unlock() };
  if (!isShared(db)) return ofFolder;
  try {
    const lease = await acquireLease(db, `feeds ${what}`, clock, leaseMs);
    if (!lease) unlock();
    return lease && { ...lease, release: () => lease.release().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}
const never = new AbortController().signal;

/** @returns the release; null if somebody else holds the lock */
function lockInFolder(dataDir: string, what: string): (() => void) | null {
  const folder = feedFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = createHash('sha256').update(what).digest('hex').slice(0, 24);
  return lockFile(join(folder, `${name}.lock`), 'exclusive');
}

const orphanPauseMs = 20;

/**
 * Ends imports of a file that have outlived the program that started them. Only Linux lists commands; elsewhere the
 * import's own lock keeps the next one waiting.
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
        // The process has already ended.
      }
    }
    await clock.sleep(orphanPauseMs);
  }
}

/** Words of a process's command; empty if it has ended. */
function commandOf(id: string): string[] {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
