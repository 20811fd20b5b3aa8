import type { Language } from '../../../contract/languages.js';
import { languageOf } from '../../catalogue-texts/texts.js';
import type { Category } from '../../generation/category-index.js';
import type { Generation } from '../../generation/generation.js';
import { type Expanded, expandTerms } from '../lookup/category-search.js';
import { numberedProducts } from '../lookup/part-number.js';
import { type SearchQuery, scopeOf } from '../lookup/scope.js';
import { correctAll } from '../lookup/spelling.js';
import { findVehicles } from '../lookup/vehicle-search.js';
import { numberOf, type SearchTerm, searchTerms, termsOf, wholeOf } from '../words/search-terms.js';
import { stemOf } from '../words/stems.js';
import { isPlainWord } from '../words/synonyms.js';
import { joinedSeries } from '../words/vehicle-terms.js';
import { overlaps, without } from '../words/written-words.js';
import { narrowCars } from './narrow-cars.js';
import { readNearNumber, readNumber } from './read-number.js';
import { isEnglishName, readOtherLanguages } from './read-other-languages.js';
import { leavesWith, popularCategories, productReading, readNames, readSome } from './read-parts.js';
import { nothing, type Reading } from './reading.js';
import { readPassages, readStructure, type Structure } from './structure.js';
import { readJob, readSymptom } from './symptoms.js';

/**
 * Reads words from the most certain meaning to the least. Part numbers come first, then jobs, then names of categories,
 * also with measures, brands and a car. Words of products, another language and the beginning of a number follow. Corrected
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
  if (numbered?.isWhole && !(await isOfOther(generation, numbered, term, language))) return numbered;
  const structure = await readStructure(generation, term, query);
  const words = await expandTerms(generation, terms, language);
  const job = await readJobOf(generation, structure, language, query);
  if (job) return job;
  const whole = await readNames(generation, words, scope, language);
  const named = whole && isOfAddition(whole, structure, language) ? null : whole;
  // Colours and everyday words beside a part describe no fault: `Motoröl blau`.
  const plainer = words.filter(({ word }) => !isPlainWord(wholeOf(word), language));
  const called = plainer.length < words.length ? await readNames(generation, plainer, scope, language) : named;
  const symptom = called && called.exact.length > 0 ? null : readSymptom(generation, term, language);
  if (named && !symptom)
    return { ...(await besideShapes(generation, named, structure)), structure, isWithinName: true };
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
  // A name may contain a number or an addition: `Ladekabel Typ 2`.
  const sure = { ...structure, measures: measures.filter(({ isSure }) => isSure) };
  const kept = sure.measures.length < measures.length ? without(term, readPassages(sure)) : '';
  const keptWords = await expandTerms(generation, searchTerms(joinedSeries(kept), language), language);
  const numbersKept = keptWords.length > 0 ? await read(keptWords, language, sure) : null;
  const isKept = numbersKept?.products === null && !isOfAddition(numbersKept, structure, language);
  if (isKept && (numbersKept.isNamed || numbersKept.isCarOnly)) return numbersKept;
  const foreign = () => readOtherLanguages(generation, rest, language, read);
  const english = isEnglishName(rest) ? await foreign() : null;
  if (english) return english;
  const structured = await read(restWords);
  if (structured?.products === null && (structured.exact.length > 0 || structured.isCarOnly)) return structured;
  if (symptom) return { ...symptom, scope, ...(await readCars(generation, restTerms, structure, query))?.about };
  if (structured) return structured;
  const products = await productReading(generation, words, scope, query);
  if (products) return { ...products, structure: null };
  const other = await foreign();
  if (other) return other;
  if (numbered) return numbered;
  const near = query.isAsTyped ? null : await readNearNumber(generation, term, scope);
  if (near) return near;
  const isUnsold = brands.some(({ id }) => id === null);
  const corrected =
    query.isAsTyped || (isUnsold && restTerms.length === 0) ? null : await correctAll(generation, restWords, query);
  const mended = corrected && (await read(corrected.words));
  if (mended) return { ...mended, spellingChanges: corrected.spellingChanges };
  const likely = corrected?.isGuess ? null : corrected;
  const cars = await readCars(generation, restTerms, structure, query);
  const likelyWords = likely?.words ?? restWords;
  const spellingChanges = likely?.spellingChanges ?? new Map<string, string>();
  const others = cars?.others ?? restTerms;
  const some = await readSome(generation, likelyWords, others, cars?.about.scope ?? scope, language);
  // An unknown word leaves the meaning of the others: `Kühlmittel blau` is coolant.
  // Of a few words that name different parts, those of the best one count.
  const used = new Set([...(some?.used ?? [])].map(wholeOf));
  const strange = some?.isMost
    ? some.unknown
    : others.filter((term) => !term.isOptional && !used.has(wholeOf(term))).map(wholeOf);
  const clear = some && (await read(likelyWords.filter(({ word }) => !strange.includes(wholeOf(word)))));
  if (clear?.products === null && (clear.exact.length > 0 || (clear.isNamed && some?.isMost)))
    return { ...clear, unknown: strange, spellingChanges };
  const about = { structure, scope, ...cars?.about };
  if (some?.isMost) return { ...some, ...about, spellingChanges };
  const unknown = (others.length > 0 || structure.brands.length > 0 ? others : terms).map(wholeOf);
  const hasSure = structure.measures.some(({ isSure }) => isSure);
  const leaves = hasSure ? await leavesWith(generation, structure) : null;
  return { ...nothing, ...about, ...leaves, isNamed: false, unknown };
}

/**
 * Returns whether a part is named by an addition to another one: `Bremsbeläge mit Verschleißanzeiger` are no indicators,
 * but there is a `Zahnriemensatz mit Wasserpumpe`.
 */
function isOfAddition({ exact }: Reading, { text, measures }: Structure, language: Language): boolean {
  const addition = measures.find(({ isAddition }) => isAddition);
  const before = termsOf(text.slice(0, addition?.from ?? 0)).map((word) => stemOf(word, language));
  const thing = ({ texts }: Category) => stemOf(termsOf(texts[language].title)[0] ?? '', language);
  return addition !== undefined && !exact.some((each) => before.includes(thing(each)));
}

/**
 * Returns whether lengths beside a part are the number of another part: `Wischer 650 400`. Letters may belong to the
 * number instead: `SC 719 1`.
 */
async function isOfOther(generation: Generation, numbered: Reading, term: string, language: Language) {
  const name = /^(\D+)(?:\s\d{1,4}){2,}$/.exec(term)?.[1];
  const isNumber = name !== undefined && (await numberedProducts(generation, numberOf(term) ?? '')).whole.length > 0;
  const words = name && !isNumber ? await expandTerms(generation, searchTerms(name, language), language) : [];
  const named = words.length > 0 ? await readNames(generation, words, numbered.scope, language) : null;
  const leaves = new Set(named?.categories.flatMap((each) => each.leaves));
  return leaves.size > 0 && !numbered.categories.some((leaf) => leaves.has(leaf));
}

/** Reads a job such as an oil change, alone or for a car; null if the text names anything else. */
async function readJobOf(
  generation: Generation,
  structure: Structure,
  language: Language,
  query: SearchQuery,
): Promise<Reading | null> {
  const job = readJob(generation, without(structure.text, readPassages(structure)), language);
  if (!job) return null;
  const terms = searchTerms(joinedSeries(job.rest), language);
  const cars = terms.length > 0 ? await readCars(generation, terms, structure, query) : null;
  if (!(cars?.others ?? terms).every(({ isOptional }) => isOptional)) return null;
  const { categories } = job;
  return { ...nothing, categories, products: null, structure, scope: scopeOf(query.context), ...cars?.about };
}

/** Replaces a part by its neighbours that have an unmistakable measure: a `Keilriemen 6PK1128` is a ribbed belt. */
async function besideShapes(generation: Generation, named: Reading, { measures }: Structure): Promise<Reading> {
  const shapes = measures.filter(({ isShape }) => isShape);
  const found = await leavesWith(generation, { measures: shapes, approvals: [] });
  const own = new Set(named.categories.flatMap(({ leaves }) => leaves));
  if (!found || found.categories.some((leaf) => own.has(leaf))) return named;
  const near = found.categories.filter((leaf) => named.exact.some(({ parent }) => parent === leaf.parent));
  return near.length > 0 ? { ...named, categories: near, exact: near } : named;
}

/** Characters of a number in groups, such as `1K0 615 301 AB`. */
const shortestGrouped = 7;
const longestLetters = 3;

/** Returns whether the text is an unknown number in groups, and no measure. */
function isOnlyNumber({ words, measures, details }: Structure): boolean {
  const isGroup = ({ plain }: { plain: string }) => /\d/.test(plain) || plain.length <= longestLetters;
  const joined = words.map(({ plain }) => plain).join('');
  const digits = joined.match(/\d/g)?.length ?? 0;
  const sure = measures.filter(({ isSure }) => isSure);
  // The `06A` of `06A 115 561` is no current.
  const rest = words.filter((word) => /^\d{3}$/.test(word.plain) && !sure.some((each) => overlaps(each, word)));
  const hasSure = (sure.length > 0 && rest.length < 2) || details.length > 0;
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
  const others = cars.others.filter((term) => !narrowed.words.has(wholeOf(term)));
  return {
    /** Also with the words that describe the engine. */
    parts: cars.others,
    others,
    about: {
      scope: narrowed.scope,
      carWords: new Set(terms.filter((term) => !others.includes(term)).map(wholeOf)),
      vehicles: pages.length > 0 ? pages : cars.vehicles,
      isFamily: pages.length > 1,
      models: narrowed.models,
      missing: narrowed.missing,
    },
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
    if (named)
      return {
        ...(await besideShapes(generation, named, structure)),
        structure,
        missing: context.type === 3 ? [] : noCar,
      };
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
  const about = { structure, ...cars.about };
  if (others.every(({ word }) => word.isOptional)) {
    const leaves = hasValues ? await leavesWith(generation, structure) : null;
    if (leaves) return { ...nothing, ...leaves, ...about };
    const categories = await popularCategories(generation, cars.about.scope.context);
    return { ...nothing, ...about, categories, products: null, isCarOnly: true };
  }
  // The fuel of a `filtre à gazole` belongs to the part, which that of `disques golf tdi` does not.
  const parts = new Set(cars.parts);
  const partWords = words.filter(({ word }) => parts.has(word));
  const whole =
    partWords.length > others.length ? await readNames(generation, partWords, cars.about.scope, language) : null;
  if (whole)
    return {
      ...whole,
      ...about,
      carWords: new Set(
        [...cars.about.carWords].filter((word) => partWords.every((own) => wholeOf(own.word) !== word)),
      ),
    };
  const found =
    (await readNames(generation, others, cars.about.scope, language)) ??
    (await productReading(generation, others, cars.about.scope, query));
  return found && { ...found, ...about };
}
