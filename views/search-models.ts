import type { CategoryNode } from '../server/contract/catalogue.js';
import type { FullTextResult, PartNumberResult } from '../server/contract/search.js';
import type { Vehicle } from '../server/contract/vehicles.js';
import type { InformationPage } from './links.js';

export interface PartNumberModel {
  result: PartNumberResult;
  /** Titles of the category and brand in the address. */
  filters: readonly string[];
  /** Vehicle in the address, for the fit marks. */
  modelId: string | undefined;
  /** Suggested categories for an empty result. */
  popular: readonly CategoryNode[];
}
/** Corrected mistakes of a search. */
export interface SearchSpelling {
  term: string;
  words: readonly { from: string; to: string }[];
  /** Address of the corrected search. */
  href: string;
  /** The search as typed; null if it finds nothing. */
  exactHref: string | null;
}
export interface FullTextModel {
  query: string;
  /** The search was not corrected, as requested. */
  isAsTyped: boolean;
  /** The correction; null if nothing was corrected. */
  spelling: SearchSpelling | null;
  /** Suggested categories for an empty result. */
  popular: readonly CategoryNode[];
  result: FullTextResult;
  vehicle: Vehicle | null;
  /** Address of the same list with filters made from words. */
  read: string;
  /** The words name another car than the address. */
  isOtherCar: boolean;
  help: readonly { page: InformationPage; title: string }[];
  /** Vehicle in the address, as parameters of the search. */
  context: { type: '1' | '2' | '3'; id: string } | null;
  /** Error of the filters; null for none. */
  problem: { code: string; message: string } | null;
}
