import { sql } from 'kysely';
import type { Generation } from '../../generation/generation.js';
import { likeDigits, reversed } from '../lookup/fill-index.js';
import { byPopularity, distinct, type MatchedNumber, numberedProducts, readNumbered } from '../lookup/part-number.js';
import type { Scope } from '../lookup/scope.js';
import { editDistance } from '../words/edit-distance.js';
import { conjunctions } from '../words/query-words.js';
import { numberOf, numbersIn, termsOf } from '../words/search-terms.js';
import { soldBrands } from './read-names.js';
import { significantCategories } from './read-parts.js';
import { nothing, type Reading } from './reading.js';

/** Shorter ends match too many numbers. */
const shortestTail = 5;
const fewestDigits = 3;
/** Beside other words, a number of this length is rather a measure. */
const shortestStart = 3;
/** Shorter numbers have too many similar ones. */
const shortestNear = 7;
/** Numbers that are compared for their similarity. */
const mostCandidates = 400;
const mostTails = 300;
/** Sorts after every letter and digit. */
const end = '\uffff';
/** Signs and conjunctions between two numbers. */
const betweenNumbers = new RegExp(`[,;|\\n]+|\\s(?:${[...conjunctions].join('|')})\\s`, 'u');

type NumberReading = Reading & { isWhole: boolean };

function ofProducts(
  generation: Generation,
  scope: Scope,
  products: readonly MatchedNumber[],
  how: { isWhole: boolean; isCut?: boolean; similar?: readonly string[] },
): NumberReading {
  return { ...nothing, scope, products, categories: significantCategories(generation, products), ...how };
}

/** Finds products by the end of their number, O = 0 and I = 1; by the whole number if `isWhole`. */
async function endingProducts(generation: Generation, number: string, isWhole: boolean): Promise<MatchedNumber[]> {
  const start = reversed(number);
  const { rows } = await sql<{ product_id: number }>`select distinct product_id from search_number
    where ${isWhole ? sql`reversed = ${start}` : sql`reversed > ${start} and reversed < ${start + end}`}
    limit ${mostTails}`.execute(generation.db);
  return readNumbered(
    generation,
    rows.map(({ product_id }) => product_id),
  );
}

/** Reads several numbers. @param areKnown whether each must be known */
async function readSeveral(
  generation: Generation,
  pieces: readonly string[],
  scope: Scope,
  areKnown: boolean,
): Promise<NumberReading | null> {
  if (pieces.length < 2 || !pieces.every((piece) => /\d/.test(piece))) return null;
  const found: MatchedNumber[] = [];
  for (const number of pieces.flatMap((piece) => numbersIn(piece).slice(0, 2))) {
    const { whole } = await numberedProducts(generation, number);
    if (areKnown && whole.length === 0) return null;
    found.push(...whole);
  }
  const products = distinct(found);
  return products.length > 0 ? ofProducts(generation, scope, products, { isWhole: true }) : null;
}

/** Reads a brand on sale before or behind one of its numbers, with any signs: `Achsmark AX 90-619`, `ax90619achsmark`. */
async function readBranded(generation: Generation, term: string, scope: Scope): Promise<NumberReading | null> {
  const written = termsOf(term).join('');
  for (const [name, { id }] of soldBrands(generation)) {
    const isBefore = written.startsWith(name);
    if (!isBefore && !written.endsWith(name)) continue;
    const number = numberOf(isBefore ? written.slice(name.length) : written.slice(0, -name.length));
    const { whole } = number === null ? { whole: [] } : await numberedProducts(generation, number);
    const products = whole.filter(({ brand_id }) => brand_id === id);
    if (products.length > 0) return ofProducts(generation, scope, products, { isWhole: true });
  }
  return null;
}

/** Reads a part number in a term; `isWhole` false = longer numbers begin with it. */
export async function readNumber(generation: Generation, term: string, scope: Scope): Promise<NumberReading | null> {
  const apart = term.split(betweenNumbers).filter((piece) => piece.trim() !== '');
  const sure = (await readBranded(generation, term, scope)) ?? (await readSeveral(generation, apart, scope, false));
  if (sure) return sure;
  const numbers = numbersIn(term);
  const words = term.trim().split(/\s+/);
  let starting: NumberReading | null = null;
  for (const number of numbers) {
    const found = await numberedProducts(generation, number);
    if (found.whole.length > 0) return ofProducts(generation, scope, found.whole, { isWhole: true });
    // The `288` of a disc also begins numbers of batteries.
    if (!starting && found.starting.length > 0 && (number.length > shortestStart || words.length === 1))
      starting = ofProducts(generation, scope, found.starting, { isWhole: false, isCut: found.isCut });
  }
  const listed = words.every(isNumberLike) ? await readSeveral(generation, words, scope, true) : null;
  if (listed) return listed;
  const likely = numbers.filter(isNumberLike);
  for (const number of likely) {
    const same = await endingProducts(generation, number, true);
    if (same.length > 0) return ofProducts(generation, scope, same, { isWhole: true });
  }
  if (starting) return starting;
  for (const number of likely) {
    const other = likeDigits(number);
    const { starting: products, isCut } = await numberedProducts(generation, other === number ? '' : other);
    if (products.length > 0) return ofProducts(generation, scope, products, { isWhole: false, isCut });
    const tails = await endingProducts(generation, number, false);
    const how = { isWhole: number.length > shortestTail, isCut: tails.length === mostTails };
    if (tails.length > 0) return ofProducts(generation, scope, tails, how);
  }
  return null;
}

/** Returns whether a text is long enough for a part number, with enough digits. */
const isNumberLike = (number: string): boolean =>
  number.length >= shortestTail && /\d/.test(number) && (likeDigits(number).match(/\d/g)?.length ?? 0) >= fewestDigits;

/**
 * Finds numbers that differ from an unknown one by their version (`1K0615301AB`) or by one sign. One half of a number
 * with one mistake is right, so only numbers with that half are compared.
 */
export async function readNearNumber(generation: Generation, term: string, scope: Scope): Promise<Reading | null> {
  const words = term.trim().split(/\s+/);
  const number = numbersIn(term).at(-1);
  if (number === undefined || number.length < shortestNear || !isNumberLike(number)) return null;
  // People write a number alone or beside few words.
  if (words.filter((word) => !/\d/.test(word) && word.length > 2).length > 2) return null;
  const base = number.replace(/(?<=\d)[A-Z]{1,2}$/, '');
  const candidates = await candidatesFor(generation, number);
  const near = candidates.filter(
    (one) =>
      one === base || (one.startsWith(base) && one.length <= base.length + 2) || editDistance(number, one).whole <= 1,
  );
  if (near.length === 0) return null;
  const nearest = near
    .sort((a, b) => editDistance(number, a).whole - editDistance(number, b).whole || (a < b ? -1 : 1))
    .slice(0, 5);
  const products: MatchedNumber[] = [];
  for (const one of nearest) products.push(...(await numberedProducts(generation, one)).whole);
  if (products.length === 0) return null;
  return ofProducts(generation, scope, distinct(products).sort(byPopularity), { isWhole: false, similar: nearest });
}

async function candidatesFor({ db }: Generation, number: string): Promise<string[]> {
  const half = Math.floor(number.length / 2);
  const head = number.slice(0, half);
  const tail = reversed(number.slice(half + 1));
  const { rows } = await sql<{ number: string; isTurned: number }>`
    select * from (select norm_number as number, 0 as isTurned from product
      where norm_number >= ${head} and norm_number < ${head + end} limit ${mostCandidates})
    union select * from (select norm, 0 from oe_number where norm >= ${head} and norm < ${head + end} limit ${mostCandidates})
    union select * from (select reversed, 1 from search_number
      where reversed >= ${tail} and reversed < ${tail + end} limit ${mostCandidates})`.execute(db);
  return [...new Set(rows.map((row) => (row.isTurned ? [...row.number].reverse().join('') : row.number)))];
}
