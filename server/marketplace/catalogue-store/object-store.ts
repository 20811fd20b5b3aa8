import { ExpectedError } from '../program/expected-error.js';

/** The store is unusable or damaged. The message is a sentence for the operator. */
export class StoreError extends ExpectedError {
  override name = 'StoreError';
}

/** An object with its version mark, which changes with its content. */
export interface StoredObject {
  readonly body: Buffer;
  readonly mark: string;
}

/** Right to publish, which one importer has at a time. */
export interface StoreLock {
  /** @throws StoreError if another importer has taken over, because this one was silent for too long */
  check(): Promise<void>;
  /** Releases the lock. Never throws. */
  release(): Promise<void>;
}

/** A store of generations for several machines. All calls throw StoreError if it does not respond in time. */
export interface ObjectStore {
  /** Name of the store for messages; it contains no keys. */
  readonly name: string;
  /** @param known mark of the caller's content @returns null = no object; `same` = the caller's content */
  get(key: string): Promise<StoredObject | null>;
  get(key: string, known: string | null): Promise<StoredObject | 'same' | null>;
  has(key: string): Promise<boolean>;
  /**
   * @param replaces mark of the object to replace; null = there must be none; left out, any
   * @returns false if another object is there
   */
  put(key: string, body: Uint8Array, replaces?: string | null): Promise<boolean>;
  /** Objects with this prefix, and their age in milliseconds by the store's clock. */
  list(prefix: string): Promise<readonly { readonly key: string; readonly ageMs: number }[]>;
  remove(key: string): Promise<void>;
  /** @param timeoutMs how long to wait for another importer @throws StoreError if it has not ended by then */
  lock(timeoutMs: number): Promise<StoreLock>;
}

export const lockedSentence = 'Another import is publishing; please start this one when it has ended.';
