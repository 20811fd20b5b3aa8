import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock/clock.js';
import { type Language, languages } from '../../contract/languages.js';
import { locales } from '../../contract/locales.js';
import { readProducts } from '../catalogue/product-list.js';
import { languageOf } from '../catalogue-texts/texts.js';
import { idsOf } from '../files/node-sqlite.js';
import { type Generation, openGeneration } from '../generation/generation.js';
import { LiveOffers } from '../offer-store/live-offers.js';
import { search } from '../search/find.js';
import { stateFile } from '../state/state-store.js';

export interface Query {
  readonly language: Language;
  readonly term: string;
}

const mostCounted = 500;
/** Hits of each kind that are compared. */
const shown = 3;
/** Changed searches that are listed. */
const maxReported = 100;

/** Returns the most frequent searches of visitors (D80). */
export function countedQueries(dataDir: string): Query[] {
  const file = stateFile(dataDir);
  if (!existsSync(file)) return [];
  using state = new DatabaseSync(file, { readOnly: true });
  if (!state.prepare("select 1 from sqlite_master where name = 'search_count'").get()) return [];
  const rows = state
    .prepare('select language, term from search_count group by 1, 2 order by sum(searches) desc limit ?')
    .all(mostCounted);
  return rows.flatMap(({ language, term }) => {
    const known = languages.find((each) => each === language);
    return known ? [{ language: known, term: String(term) }] : [];
  });
}

/** Reads a list of searches, one per line: `fr:phare` in French, others in German. */
export function listedQueries(file: string): Query[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, named, term = line] = /^(\w\w):(.*)$/.exec(line.trim()) ?? [];
      const language = languages.find((each) => each === named);
      return language ? { language, term: term.trim() } : { language: 'de', term: line.trim() };
    });
}

/** Describes in a line which page, category or parts a search finds. */
async function answerOf(generation: Generation, { language, term }: Query): Promise<string> {
  const locale = locales.find((each) => languageOf(each) === language) ?? 'de-DE';
  const query = { term, context: { type: null }, locale, mostProducts: shown, mostUniversal: shown } as const;
  const { redirect, named, groups, products, universalProducts } = await search(generation, query);
  if (redirect !== null) return `the page ${redirect}`;
  if (named) return `the category ${named.title}`;
  const titles = [...groups.specific, ...groups.universal].slice(0, shown).map(({ title }) => title);
  const parts = await readProducts(generation, idsOf([...products, ...universalProducts].slice(0, shown)));
  const names = parts.map((part) => `${generation.brands.get(part.brand_id)?.name ?? ''} ${part.article_number}`);
  return [...titles, ...names].join(', ') || 'nothing';
}

/**
 * Runs the same searches in two catalogues.
 * @returns a line for each search with another answer, below their number
 */
export async function compareSearches(
  dataDir: string,
  [served, next]: readonly [served: string, next: string],
  queries: readonly Query[],
  clock: Clock,
): Promise<string[]> {
  const asked = [...new Map(queries.map((query) => [`${query.language} ${query.term}`, query])).values()];
  const offers = LiveOffers.open(dataDir, true, clock);
  const opened: Generation[] = [];
  try {
    for (const file of [served, next]) opened.push(await openGeneration('compared', file, offers));
    const [before, after] = opened as [Generation, Generation];
    const changed: string[] = [];
    for (const query of asked) {
      const was = await answerOf(before, query);
      const is = await answerOf(after, query);
      if (was !== is) changed.push(`${query.language} "${query.term}": ${is}, was ${was}`);
    }
    return [`${changed.length} of ${asked.length} queries would get another answer`, ...changed.slice(0, maxReported)];
  } finally {
    for (const generation of opened) await generation.close();
    await offers.close();
  }
}
