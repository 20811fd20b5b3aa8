import type { Language } from '../../../contract/languages.js';
import { languageOf } from '../../catalogue-texts/texts.js';
import type { Generation } from '../../generation/generation.js';
import { coresOf, type Expanded, expandTerms } from '../lookup/category-search.js';
import { type SearchQuery, scopeOf } from '../lookup/scope.js';
import { correctAll } from '../lookup/spelling.js';
import { findVehicles } from '../lookup/vehicle-search.js';
import { type SearchTerm, searchTerms, wholeOf } from '../words/search-terms.js';
import { joinedSeries } from '../words/vehicle-terms.js';
import { without } from '../words/written-words.js';
import { narrowCars } from './narrow-cars.js';
import { readNearNumber, readNumber } from './read-number.js';
import { readOtherLanguages } from './read-other-languages.js';
import { leavesWith, popularCategories, productReading, readNames, readSome } from './read-parts.js';
import { nothing, type Reading } from './reading.js';
import { readPassages, readStructure, type Structure } from './structure.js';
import { readSymptom } from './symptoms.js';

/**
 * Reads words from the most certain meaning to the least. Part numbers come first, then names of categories, also with
 * measures, brands and a car. Words of products, another language and the beginning of a number follow. Corrected
 * spelling and some of the words come last.
 */
export async function readTerm(generation: Generation, query: SearchQuery): Promise<Reading> {
  const { context, locale } = query;
  const term = query.term.normalize('NFC');
  const language = languageOf(locale);
  const scope = scopeOf(context);
  const terms = searchTerms(joinedSeries(term), language);
  if (terms.length === 0) return { ...nothing, scope };
  const numbered = await readNumber(generation, term, scope);
  if (numbered?.isWhole) return numbered;
  const structure = await readStructure(generation, term, query);
  const words = await expandTerms(generation, terms, language);
  const named = await readNames(generation, words, scope, language);
  const symptom = named && named.exact.length > 0 ? null : readSymptom(generation, term, language);
  if (named && !symptom) return { ...named, structure, isWithinName: true };
  if (isOnlyNumber(structure)) {
    const near = query.isAsTyped ? null : await readNearNumber(generation, term, scope);
    return numbered ?? near ?? { ...nothing, scope, unknown: [term] };
  }
  const rest = without(term, readPassages(structure));
  const restTerms = searchTerms(joinedSeries(rest), language);
  const { measures, approvals, brands } = structure;
  // Words that only describe are read like others if the text contains nothing else.
  const isAll = rest === term || (restTerms.length === 0 && measures.length + approvals.length + brands.length === 0);
  const restWords = isAll ? words : await expandTerms(generation, restTerms, language);
  const read = (own: readonly Expanded[], by = language, parts = structure) =>
    readStructured(generation, own, parts, { ...query, language: by });
  const numbersKept = await readWithNumbers(generation, structure, language, read);
  if (numbersKept) return numbersKept;
  const structured = await read(restWords);
  if (structured?.products === null && (structured.exact.length > 0 || structured.isCarOnly)) return structured;
  if (symptom) {
    const cars = await readCars(generation, restTerms, structure, query);
    return {
      ...symptom,
      scope: cars?.scope ?? scope,
      vehicles: cars?.vehicles ?? [],
      carWords: cars?.carWords ?? new Set(),
    };
  }
  if (structured) return structured;
  const products = await productReading(generation, words, scope, query);
  if (products) return { ...products, structure: null };
  const foreign = await readOtherLanguages(generation, rest, language, read);
  if (foreign) return foreign;
  if (numbered) return numbered;
  const near = query.isAsTyped ? null : await readNearNumber(generation, term, scope);
  if (near) return near;
  const isUnsold = brands.some(({ id }) => id === null);
  const corrected =
    query.isAsTyped || (isUnsold && restTerms.length === 0) ? null : await correctAll(generation, restWords, query);
  const mended = corrected && (await read(corrected.words));
  if (mended) return { ...mended, spellingChanges: corrected.spellingChanges };
  const cores = await coresOf(generation, restWords, language);
  const cut = cores && (await read(cores));
  if (cut?.products === null && cut.isNamed) return cut;
  const likely = corrected?.isGuess ? null : corrected;
  const cars = await readCars(generation, restTerms, structure, query);
  const likelyWords = likely?.words ?? restWords;
  const spellingChanges = likely?.spellingChanges ?? new Map<string, string>();
  const others = cars?.others ?? restTerms;
  const some = await readSome(generation, likelyWords, others, cars?.scope ?? scope, language);
  // An unknown word leaves the meaning of the others: `Kühlmittel blau` is coolant.
  // Of a few words that name different parts, those of the best one count.
  const strange = some?.isMost
    ? some.unknown
    : others.filter((term) => !term.isOptional && !isIn(some?.used, term)).map(wholeOf);
  const clear = some && (await read(likelyWords.filter(({ word }) => !strange.includes(wholeOf(word)))));
  if (clear?.products === null && (clear.exact.length > 0 || (clear.isNamed && some?.isMost)))
    return { ...clear, unknown: strange, spellingChanges };
  const about = {
    structure,
    vehicles: cars?.vehicles ?? [],
    carWords: cars?.carWords ?? new Set<string>(),
    isFamily: cars?.isFamily ?? false,
    missing: cars?.missing ?? [],
  };
  if (some?.isMost) return { ...some, ...about, spellingChanges };
  const unknown = (others.length > 0 || structure.brands.length > 0 ? others : terms).map(wholeOf);
  const hasSure = structure.measures.some(({ isSure }) => isSure);
  const leaves = hasSure ? await leavesWith(generation, structure) : null;
  return { ...nothing, ...about, ...leaves, scope: cars?.scope ?? scope, isNamed: false, unknown };
}

const isIn = (terms: ReadonlySet<SearchTerm> | undefined, term: SearchTerm): boolean =>
  [...(terms ?? [])].some((each) => wholeOf(each) === wholeOf(term));

/** Reads names that contain a number beside measures and brands: `Ladekabel Typ 2`. */
async function readWithNumbers(
  generation: Generation,
  structure: Structure,
  language: Language,
  read: (words: readonly Expanded[], by: Language, own: Structure) => Promise<Reading | null>,
): Promise<Reading | null> {
  const sure = { ...structure, measures: structure.measures.filter(({ isSure }) => isSure) };
  if (sure.measures.length === structure.measures.length) return null;
  const terms = searchTerms(joinedSeries(without(structure.text, readPassages(sure))), language);
  const found = await read(await expandTerms(generation, terms, language), language, sure);
  return found?.products === null && (found.isNamed || found.isCarOnly) ? found : null;
}

/** Characters of a number in groups, such as `1K0 615 301 AB`. */
const shortestGrouped = 7;
const longestLetters = 3;

/** Returns whether the text is an unknown number in groups, and no measure. */
function isOnlyNumber({ words, measures, details }: Structure): boolean {
  const isGroup = ({ plain }: { plain: string }) => /\d/.test(plain) || plain.length <= longestLetters;
  const joined = words.map(({ plain }) => plain).join('');
  const digits = joined.match(/\d/g)?.length ?? 0;
  const hasSure = measures.some(({ isSure }) => isSure) || details.length > 0;
  return !hasSure && words.every(isGroup) && joined.length >= shortestGrouped && digits * 2 >= joined.length;
}

type Query = SearchQuery & { language: Language };

/** Reads the car in the words, by year and engine, and the other words. */
async function readCars(
  generation: Generation,
  terms: readonly SearchTerm[],
  { details }: Structure,
  { context, locale }: SearchQuery,
) {
  const cars = await findVehicles(generation, terms, context, locale);
  if (!cars) return null;
  const narrowed = await narrowCars(generation, cars, details, terms.map(wholeOf));
  const pages = narrowed.pages.map((page) => ({ type: 2 as const, page }));
  return {
    scope: narrowed.scope,
    /** Also with the words that describe the engine. */
    parts: cars.others,
    others: cars.others.filter((term) => !narrowed.words.has(wholeOf(term))),
    carWords: new Set(
      terms.filter((term) => !cars.others.includes(term) || narrowed.words.has(wholeOf(term))).map(wholeOf),
    ),
    vehicles: pages.length > 0 ? pages : cars.vehicles,
    isFamily: pages.length > 1,
    models: narrowed.models,
    missing: narrowed.missing,
  };
}

/** Reads names of categories beside a car, measures and brands; null if a word has no meaning. */
async function readStructured(
  generation: Generation,
  words: readonly Expanded[],
  structure: Structure,
  query: Query,
): Promise<Reading | null> {
  const { context, language } = query;
  const scope = scopeOf(context);
  const hasValues = structure.measures.length + structure.approvals.length > 0;
  const noCar = structure.details.filter(({ kind, text }) => kind !== 'litres' || /\p{L}/u.test(text));
  if (words.length > 0) {
    const named = await readNames(generation, words, scope, language);
    if (named) return { ...named, structure, missing: context.type === 3 ? [] : noCar };
  } else if (hasValues) {
    const leaves = await leavesWith(generation, structure);
    return leaves && { ...nothing, ...leaves, scope, structure, missing: noCar };
  }
  const cars = await readCars(
    generation,
    words.map(({ word }) => word),
    structure,
    query,
  );
  if (!cars) return null;
  const kept = new Set(cars.others);
  const others = words.filter(({ word }) => kept.has(word));
  const { vehicles, isFamily, missing, models, carWords } = cars;
  const about = { structure, scope: cars.scope, vehicles, isFamily, missing, models, carWords };
  if (others.every(({ word }) => word.isOptional)) {
    const leaves = hasValues ? await leavesWith(generation, structure) : null;
    if (leaves) return { ...nothing, ...leaves, ...about };
    const categories = await popularCategories(generation, cars.scope.context);
    return { ...nothing, ...about, categories, products: null, isCarOnly: true };
  }
  // The fuel of a `filtre à gazole` belongs to the part, which that of `disques golf tdi` does not.
  const parts = new Set(cars.parts);
  const partWords = words.filter(({ word }) => parts.has(word));
  const whole = partWords.length > others.length ? await readNames(generation, partWords, cars.scope, language) : null;
  if (whole)
    return {
      ...whole,
      ...about,
      carWords: new Set([...carWords].filter((word) => partWords.every((own) => wholeOf(own.word) !== word))),
    };
  const found =
    (await readNames(generation, others, cars.scope, language)) ??
    (await productReading(generation, others, cars.scope, query));
  return found && { ...found, ...about };
}
