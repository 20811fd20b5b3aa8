import { ExpectedError } from '../program/expected-error.js';

/** The store cannot be used, or holds something else than was put there; the message is a sentence for the operator. */
export class StoreError extends ExpectedError {
  override name = 'StoreError';
}

/** An object with the mark of this content: another content has another mark. */
export interface StoredObject {
  readonly body: Buffer;
  readonly mark: string;
}

/** Right to publish, which one importer has at a time. */
export interface StoreLock {
  /** @throws StoreError where another importer has taken it meanwhile, since this one was not heard of for too long */
  check(): Promise<void>;
  /** Gives it back; never throws. */
  release(): Promise<void>;
}

/**
 * Where generations are handed from machine to machine. All calls throw StoreError where the store cannot be reached in
 * time.
 */
export interface ObjectStore {
  /** For sentences; without keys. */
  readonly name: string;
  /** @param known mark of the content that the caller has @returns null without an object; `same` for that content */
  get(key: string): Promise<StoredObject | null>;
  get(key: string, known: string | null): Promise<StoredObject | 'same' | null>;
  has(key: string): Promise<boolean>;
  /**
   * @param replaces mark of the content that is to be replaced; null = there must be none; left out, whatever is there
   * @returns whether it was put: false where something else is there
   */
  put(key: string, body: Uint8Array, replaces?: string | null): Promise<boolean>;
  /** All objects whose key begins so, with the milliseconds since they were put by the store's own clock. */
  list(prefix: string): Promise<readonly { readonly key: string; readonly age: number }[]>;
  remove(key: string): Promise<void>;
  /** @param timeoutMs how long another importer is waited for @throws StoreError where it has not ended by then */
  lock(timeoutMs: number): Promise<StoreLock>;
}

/** Said to a process that has waited for the lock in vain. */
export const lockedSentence = 'Another import is publishing; please start this one when it has ended.';
