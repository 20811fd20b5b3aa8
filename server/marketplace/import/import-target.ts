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
  /** Hands what is new over to the readers. @throws ExpectedError; nothing has changed then */
  activate(): Pick<Outcome, 'generation' | 'commit'>;
  /** Drops whatever has not been handed over. */
  close(): void;
}
