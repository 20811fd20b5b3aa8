import type { Publication } from '../catalogue-store/publish.js';
import type { Query } from './compare-searches.js';
import type { Importer } from './importer.js';
import type { ImportSummary } from './report.js';

export type Outcome = Pick<
  ImportSummary,
  'outcome' | 'refusal' | 'held' | 'generation' | 'commit' | 'changes' | 'unsold' | 'notes'
>;

/** Where the rows of a kind go: a new generation of the catalogue, or the offers in place. */
export interface ImportTarget {
  readonly importer: Importer;
  /** Number of the commit of prices that were due when it was opened; null or missing where none were. */
  readonly due?: number | null;
  /** Does everything but the last step. @throws ExpectedError */
  check(): void;
  /** What visitors would notice of it, in lines; after `check`, and in the place of `activate`. */
  compare?(queries: readonly Query[]): Promise<string[]>;
  /** Finishes a new generation, so that it can be published before it is handed over. @throws ExpectedError */
  seal?(): Publication;
  /** Hands what is new over to the readers. @throws ExpectedError; nothing has changed then */
  activate(): Pick<Outcome, 'generation' | 'commit'>;
  /** Drops whatever has not been handed over. */
  close(): void;
}
