import { sql } from 'kysely';
import type { Language } from '../../../contract/languages.js';
import type { Locale } from '../../../contract/locales.js';
import { languageOf } from '../../catalogue-texts/texts.js';
import type { Generation } from '../../generation/generation.js';
import type { VehicleContext } from '../../vehicles/context.js';
import { findVehicles } from '../lookup/vehicle-search.js';
import type { Axle, Side } from '../words/query-words.js';
import { remembered } from '../words/remembered.js';
import { searchTerms, wholeOf } from '../words/search-terms.js';
import { codeTerm } from '../words/value-terms.js';
import { carPieces, joinedSeries } from '../words/vehicle-terms.js';
import {
  blanked,
  overlaps,
  type Passage,
  readPositions,
  readPriceLimits,
  readQuality,
  type Span,
  type Word,
  without,
  wordsOf,
} from '../words/written-words.js';
import { type NamedApproval, readApprovals } from './read-approvals.js';
import { type CarDetail, type Measure, type Measures, readMeasures } from './read-measures.js';
import { type NamedBrand, readBrands, readLabels } from './read-names.js';
import { readValues } from './read-values.js';

/** The parts of a text except names of parts and cars. */
export interface Structure {
  readonly text: string;
  readonly words: readonly Word[];
  readonly measures: readonly Measure[];
  readonly details: readonly CarDetail[];
  readonly approvals: readonly NamedApproval[];
  readonly brands: readonly NamedBrand[];
  readonly positions: readonly (Word & { sides: (Axle | Side)[] })[];
  readonly conditions: readonly (Word & { value: string })[];
  /** Names of attributes beside measures. */
  readonly labels: readonly Word[];
  readonly priceLimits: readonly (Passage & { range: string })[];
  /** Words for the lowest price. */
  readonly cheap: readonly Word[];
}

/** The visitor's car and edition. If words name several cars, the visitor's own has priority. */
interface Asked {
  readonly context: VehicleContext;
  readonly locale: Locale;
}

const isWhole = (word: Word, { from, to }: Span): boolean => word.from === from && word.to === to;

/** Reads the words that name the car, and those that could name any. A possible year counts as one beside a series. */
async function carWords(
  generation: Generation,
  text: string,
  { details }: Measures,
  { context, locale }: Asked,
): Promise<{ used: ReadonlySet<string>; any: ReadonlySet<string> }> {
  const usedIn = async (words: string) => {
    const terms = searchTerms(joinedSeries(words), languageOf(locale));
    const cars = await findVehicles(generation, terms, context, locale);
    const used = cars ? terms.filter((term) => !cars.others.includes(term)).map(wholeOf) : [];
    return { isSeries: cars !== null && cars.pages.length > 0, used: new Set(used) };
  };
  const years = details.filter(({ kind }) => kind === 'year');
  const other = years.length > 0 ? await usedIn(without(text, years)) : null;
  const { used } = other?.isSeries ? other : await usedIn(text);
  const json = JSON.stringify(wordsOf(text).map(({ plain }) => plain));
  const { rows } = await sql<{ word: string }>`select distinct word from search_vehicle
    where word in (select value from json_each(${json}))`.execute(generation.db);
  return { used, any: new Set(rows.map(({ word }) => word)) };
}

/** Returns the words that occur in names of parts. */
async function titleWords(
  { db }: Generation,
  words: readonly Word[],
  language: Language,
): Promise<ReadonlySet<string>> {
  const json = JSON.stringify(words.map(({ plain }) => plain));
  const { rows } = await sql<{ word: string }>`select value as word from json_each(${json}) asked
    where exists (select 1 from search_title where language = ${language} and word = asked.value)`.execute(db);
  return new Set(rows.map(({ word }) => word));
}

/** Reads the units of a catalogue. */
const unitsOf = remembered(async ({ db }: Generation): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ term: string }>`select term from search_value where term >= '*' and term < '+'`.execute(
    db,
  );
  return new Set(rows.map(({ term }) => term.slice(1)));
});

/** Most words of a code, such as `PX26d`, `DOT 5.1` or `ATF VI`. */
const longestCode = 3;
const isCodeLike = (text: string): boolean => /\d/.test(text) && /\p{L}|\+/u.test(text);

/** Reads codes of the catalogue: `H7`, `W16W`, `G12+`. */
async function readCodes(
  { db }: Generation,
  text: string,
  words: readonly Word[],
  isFree: (span: Span) => boolean,
): Promise<Measure[]> {
  const runs: { from: number; to: number; term: string }[] = [];
  for (let length = longestCode; length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const from = (words[at] as Word).from;
      const { to } = words[at + length - 1] as Word;
      const written = text.slice(from, to);
      if (isCodeLike(written) && isFree({ from, to })) runs.push({ from, to, term: codeTerm(written) });
    }
  if (runs.length === 0) return [];
  const { rows } = await sql<{ term: string }>`select distinct term from search_value
    where term in (select value from json_each(${JSON.stringify(runs.map(({ term }) => term))}))`.execute(db);
  const known = new Set(rows.map(({ term }) => term));
  const found: Measure[] = [];
  for (const { from, to, term } of runs) {
    if (!known.has(term) || found.some((each) => overlaps(each, { from, to }))) continue;
    const wanted = [{ terms: [term], bare: null, amount: null, keys: null }];
    found.push({ from, to, text: text.slice(from, to), wanted, isSure: true });
  }
  return found;
}

/** Reads engines without a car: `1.5 dCi`. */
function enginesIn(words: readonly Word[], codes: ReadonlySet<string>): CarDetail[] {
  return words.flatMap((word, index) => {
    const next = words[index + 1];
    const isEngine = /^\d\d$/.test(word.plain) && next && /^[a-z]{2,}$/.test(next.plain) && codes.has(next.plain);
    const isDecimal = word.to - word.from === word.plain.length + 1;
    if (!isEngine || !isDecimal) return [];
    const text = `${word.plain[0]}.${word.plain[1]} ${next.plain}`;
    return { from: word.from, to: next.to, text, kind: 'litres', value: Number(word.plain) / 10 };
  });
}

/** A longer number is no measure, but may be a part number. */
const longestMeasure = 4;

/** Reads a text by its form; the rest are names. */
export async function readStructure(generation: Generation, whole: string, asked: Asked): Promise<Structure> {
  const language = languageOf(asked.locale);
  const priceLimits = readPriceLimits(whole);
  const text = blanked(whole, priceLimits);
  const own = await unitsOf(generation);
  const words = wordsOf(text);
  const plain = readMeasures(text, own, false);
  const { used, any } = await carWords(generation, text, plain, asked);
  // The 95 of `95 Ah` does not mean the Saab 95.
  const isMeasured = (word: Word) =>
    plain.measures.some((each) => each.isSure && overlaps(word, each) && !isWhole(word, each));
  const isOfCar = (word: Word) =>
    !isMeasured(word) && carPieces(text.slice(word.from, word.to)).every((piece) => used.has(piece));
  // `12V` alone is a measure; beside a Golf it describes the engine.
  const isSure = (word: Word) => plain.measures.some((each) => each.isSure && isWhole(word, each));
  const hasCar = words.some((word) => isOfCar(word) && !isSure(word));
  const read = hasCar ? readMeasures(text, own, true) : plain;
  const isOfCarAt = (each: Span) => hasCar && words.some((word) => isWhole(word, each) && isOfCar(word));
  const measures = read.measures.filter((measure) => {
    if (isOfCarAt(measure)) return false;
    // A bare number inside a word or a longer number is no measure.
    return measure.isSure || words.some((word) => isWhole(word, measure) && word.plain.length <= longestMeasure);
  });
  const details = read.details.filter((detail) => !isOfCarAt(detail));
  const sure = measures.filter((measure) => measure.isSure);
  const engines = hasCar ? [] : enginesIn(words, any).filter((each) => !sure.some((one) => overlaps(one, each)));
  const isOfEngine = (span: Span) => engines.some((each) => overlaps(each, span));
  const taken = [...measures, ...details, ...engines];
  const isFree = (span: Span) => !taken.some((each) => overlaps(each, span));
  const isNamed = (word: Word) => hasCar && isOfCar(word);
  const freeWords = words.filter((word) => !isNamed(word));
  const all = [
    ...measures.filter((measure) => !isOfEngine(measure)),
    ...(await readCodes(generation, text, freeWords, isFree)),
  ].sort((a, b) => a.from - b.from);
  const approvals = await readApprovals(generation, words);
  const isTaken = (word: Word) =>
    isNamed(word) || [...all, ...details, ...engines, ...approvals].some((each) => overlaps(each, word));
  const named = await titleWords(generation, words, language);
  const isOfPart = ({ plain: word }: Word) => named.has(word);
  const brands = readBrands(generation, words, isTaken, isOfPart);
  const untaken = words.filter((word) => !isTaken(word) && !brands.some((brand) => overlaps(brand, word)));
  const values = await readValues(generation, text, untaken, { language, isOfPart });
  const plainWords = untaken.filter((word) => !values.some((value) => overlaps(value, word)));
  const labelWords = all.length === 0 ? [] : plainWords.filter((word) => !isOfPart(word));
  const labels = readLabels(generation.attributes, labelWords, language);
  return {
    text: whole,
    words,
    priceLimits,
    measures: [...all.map((measure) => preferring(measure, labels)), ...values],
    labels,
    details: [...details.filter((detail) => !isOfEngine(detail)), ...engines],
    approvals,
    brands,
    positions: readPositions(words, language).filter((word) => !isTaken(word)),
    ...readQuality(plainWords),
  };
}

/** Characters between a measure and the name of its attribute. */
const farthestLabel = 3;

/** Adds the attribute that is named beside a measure: `Dicke 17 mm`, `17 mm Dicke`. */
function preferring(measure: Measure, labels: readonly (Word & { keys: readonly string[] })[]): Measure {
  const before = labels.find(({ to }) => to <= measure.from && measure.from - to <= farthestLabel);
  const beside = before ?? labels.find(({ from }) => from >= measure.to && from - measure.to <= farthestLabel);
  if (!beside) return measure;
  return { ...measure, wanted: measure.wanted.map((wanted) => ({ ...wanted, preferred: beside.keys })) };
}

/** Returns the passages to remove before the search of names. Positions stay, because names may contain them. */
export const readPassages = ({ measures, details, approvals, brands, conditions, ...others }: Structure) => [
  ...others.priceLimits,
  ...others.labels,
  ...measures,
  ...approvals,
  ...details.filter(({ kind, text }) => kind !== 'litres' || /\p{L}/u.test(text)),
  ...brands,
  ...conditions,
  ...others.cheap,
];
