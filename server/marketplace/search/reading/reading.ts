import type { Language } from '../../../contract/languages.js';
import type { Category } from '../../generation/category-index.js';
import type { Model } from '../../generation/vehicle-index.js';
import type { FoundProduct } from '../lookup/product-search.js';
import { type Scope, scopeOf } from '../lookup/scope.js';
import type { SpellingChanges } from '../lookup/spelling.js';
import type { NamedVehicles } from '../lookup/vehicle-search.js';
import type { Passage } from './narrow-leaves.js';
import type { Structure } from './structure.js';

/** All that one way of reading the words has found; pages show the first of it. */
export interface Reading {
  categories: readonly Category[];
  /** Every word was found in the names of the categories; not so where numbers, brands or measures led to them. */
  isNamed: boolean;
  /** Of those, the ones that say no more than the words, in the nearest way that any does. */
  exact: readonly Category[];
  scope: Scope;
  vehicles: NamedVehicles['vehicles'];
  /** Words of the text that name a car, in plain letters. */
  carWords: ReadonlySet<string>;
  /** The vehicles are those of which one is probably meant. */
  isFamily: boolean;
  /** Engines that may be meant, where one series page is. */
  models: readonly Pick<Model, 'number' | 'id'>[];
  /** Nothing but a car is named. */
  isCarOnly: boolean;
  /** Found by their own words or number; null where they are simply those of the categories. */
  products: readonly FoundProduct[] | null;
  /** More products may have the words or begin with the number than were read. */
  isCut: boolean;
  /** Words that were searched for in the place of others. */
  spellingChanges: SpellingChanges;
  /** Measures and the like that narrow the categories; null where they were read as words of products. */
  structure: Structure | null;
  /** Measures in the text may belong to the category's name. */
  isWithinName: boolean;
  /** Details of a car that no car has. */
  missing: readonly Passage[];
  /** Words that say nothing to the catalogue, in plain letters. */
  unknown: readonly string[];
  /** The language that the words are of, where it is not the edition's. */
  language: Language | 'en' | null;
  /** The categories are where to look when something is wrong with the car. */
  isSymptom: boolean;
  /** The numbers that were found in the place of what was written. */
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
