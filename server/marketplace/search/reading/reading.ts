import type { Language } from '../../../contract/languages.js';
import type { Category } from '../../generation/category-index.js';
import type { Model } from '../../generation/vehicle-index.js';
import type { FoundProduct } from '../lookup/product-search.js';
import { type Scope, scopeOf } from '../lookup/scope.js';
import type { SpellingChanges } from '../lookup/spelling.js';
import type { NamedVehicles } from '../lookup/vehicle-search.js';
import type { Passage } from '../words/written-words.js';
import type { Structure } from './structure.js';

/** One interpretation of the words; pages show the first that finds something. */
export interface Reading {
  categories: readonly Category[];
  /** Every word is in the names of the categories; false for numbers, brands or measures. */
  isNamed: boolean;
  /** The categories whose names match the words most exactly. */
  exact: readonly Category[];
  scope: Scope;
  vehicles: NamedVehicles['vehicles'];
  /** Words that name a car, in plain letters. */
  carWords: ReadonlySet<string>;
  /** Whether the vehicles form a family, of which one is probably meant. */
  isFamily: boolean;
  /** Possible engines, if one series page is named. */
  models: readonly Pick<Model, 'number' | 'id'>[];
  isCarOnly: boolean;
  /** Products found by their own words or number; null = those of the categories. */
  products: readonly FoundProduct[] | null;
  /** More products match than were read. */
  isCut: boolean;
  spellingChanges: SpellingChanges;
  /** Measures and similar words that narrow the categories; null if they are words of products. */
  structure: Structure | null;
  /** Measures may belong to the category's name. */
  isWithinName: boolean;
  /** Details that no car has. */
  missing: readonly Passage[];
  /** Words that the catalogue does not know, in plain letters. */
  unknown: readonly string[];
  /** Language of the words, if it is not the edition's. */
  language: Language | 'en' | null;
  /** The words describe a fault; the categories are its possible causes. */
  isSymptom: boolean;
  /** Similar numbers that were found instead. */
  similar: readonly string[];
}

export const nothing: Reading = {
  categories: [],
  isNamed: false,
  exact: [],
  scope: scopeOf({ type: null }),
  vehicles: [],
  carWords: new Set(),
  isFamily: false,
  models: [],
  isCarOnly: false,
  products: [],
  isCut: false,
  spellingChanges: new Map(),
  structure: null,
  isWithinName: false,
  missing: [],
  unknown: [],
  language: null,
  isSymptom: false,
  similar: [],
};
