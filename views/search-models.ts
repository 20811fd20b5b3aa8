import type { CategoryNode } from '../server/contract/catalogue.js';
import type { FullTextResult, PartNumberResult } from '../server/contract/search.js';
import type { Vehicle } from '../server/contract/vehicles.js';
import type { InformationPage } from './links.js';

export interface PartNumberModel {
  result: PartNumberResult;
  /** Titles of the category and the brand that the address narrows the search to. */
  filters: readonly string[];
  /** The vehicle of `modelId` in the address, which the marks of fit are for. */
  modelId: string | undefined;
  /** Categories to go on with where nothing was found; empty otherwise. */
  popular: readonly CategoryNode[];
}
/** Mistakes in a search that were mended, and where to go from there. */
export interface SearchSpelling {
  term: string;
  words: readonly { from: string; to: string }[];
  /** The search without the mistakes. */
  href: string;
  /** The search as it was typed; null where nothing is found so. */
  exactHref: string | null;
}
export interface FullTextModel {
  query: string;
  /** Mistakes were left as they are, as was asked for. */
  isAsTyped: boolean;
  /** Null where the words were searched for as they stand. */
  spelling: SearchSpelling | null;
  /** Categories to go on with where nothing was found; empty otherwise. */
  popular: readonly CategoryNode[];
  result: FullTextResult;
  vehicle: Vehicle | null;
  /** Address of the same list, with what words became as filters. */
  read: string;
  /** The words name another car than the address. */
  isOtherCar: boolean;
  help: readonly { page: InformationPage; title: string }[];
  /** The vehicle in the address as the search takes it. */
  context: { type: '1' | '2' | '3'; id: string } | null;
  /** What was wrong with the filters that were sent; null = nothing. */
  problem: { code: string; message: string } | null;
}
