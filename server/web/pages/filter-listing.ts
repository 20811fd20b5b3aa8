import { sorts } from '../../contract/articles.js';
import { type ChosenFilter, encodeFilters } from '../../contract/filter-code.js';
import { maxFilterLength } from '../../contract/filters.js';
import { decimalId } from '../../contract/ids.js';
import { field } from '../http/audience.js';
import type { Outcome, PageProblem, Visit } from '../render/page.js';
import { problemMessage } from '../texts/problem-texts.js';
import type { Texts } from '../texts/texts.js';
import { termOf } from './find-text.js';
import { searchField, searchVehicleOf } from './search-names.js';

const strings = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string' && item !== '');

const objectOf = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {});

/** Parses a bound with a decimal comma or point (specification 5); null for other text. */
function bound(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim().replace(/\s*€$/, '').replace(',', '.') : '';
  return /^\d{1,7}(\.\d{1,2})?$/.test(text) ? text : null;
}

/** Combines the fields `from.{key}` and `to.{key}` into `from-to`. Swaps bounds in the wrong order. */
function ranges(body: object): ChosenFilter[] {
  const keys = new Set(Object.keys(body).flatMap((name) => /^(?:from|to)\.(\w{1,64})$/.exec(name)?.[1] ?? []));
  return [...keys].slice(0, 5).flatMap((key) => {
    const from = bound(field(body, `from.${key}`));
    const to = bound(field(body, `to.${key}`));
    if (from === null && to === null) return [];
    const isTurned = from !== null && to !== null && Number(from) > Number(to);
    return [{ key, values: [isTurned ? `${to}-${from}` : `${from ?? ''}-${to ?? ''}`] }];
  });
}

const most = { keys: 20, values: 50 };

/** Encodes as many chosen values as an address may hold (D21), and says whether that is all of them. */
function fitting(chosen: readonly ChosenFilter[]): { f: string; isWhole: boolean } {
  const taken: ChosenFilter[] = [];
  let f = '';
  let isWhole = chosen.length <= most.keys;
  for (const { key, values } of chosen.slice(0, most.keys)) {
    isWhole &&= values.length <= most.values;
    for (const value of values.slice(0, most.values)) {
      const longer = encodeFilters([...taken, { key, values: [value] }]);
      if (longer.length > maxFilterLength) return { f, isWhole: false };
      taken.push({ key, values: [value] });
      f = longer;
    }
  }
  return { f, isWhole };
}

export function kbaTypeOf(body: unknown): URLSearchParams {
  const kbaTypeId = decimalId.safeParse(field(body, 'kbaTypeId'));
  return new URLSearchParams(kbaTypeId.success ? { kbaTypeId: kbaTypeId.data } : {});
}

/** Returns the words of a search and its vehicle as query parameters. */
export function searchIn(body: unknown): URLSearchParams {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(objectOf(body))) if (typeof value === 'string') sent.set(name, value);
  const kept = new URLSearchParams({ query: termOf(sent), ...searchField(searchVehicleOf(sent)) });
  if (sent.get('exact') === '1') kept.set('exact', '1');
  return kept;
}

/**
 * Answers a listing's filter form. The fields `filter.{key}`, `from.{key}`, `to.{key}` and `sort` become the address of
 * the filtered list (D45). If an address cannot hold the whole choice, the page reports that and shows the part it
 * holds.
 *
 * @param query further parameters: the national vehicle type (D48), or the search
 */
export async function filterListing(
  { request, editionPath, edition }: Visit,
  query: URLSearchParams,
  texts: Texts,
): Promise<Outcome<PageProblem>> {
  const { prefix, path } = editionPath;
  const body = objectOf(request.body);
  const filters: ChosenFilter[] = Object.keys(body)
    .filter((name) => /^filter\.\w{1,64}$/.test(name))
    .map((name) => ({ key: name.slice('filter.'.length), values: strings(field(body, name)) }))
    .filter(({ values }) => values.length > 0);
  const { f, isWhole } = fitting([...ranges(body), ...filters]);
  const sort = sorts.find((known) => known === field(body, 'sort'));
  if (f) query.set('f', f);
  if (sort && sort !== 'popularity') query.set('sort', sort);
  // Script asks for the list alone.
  if (field(body, 'fragment') === '1') query.set('fragment', '1');
  if (isWhole) return { location: `${prefix}${path.replace(/\/$/, '')}${query.size > 0 ? `?${query}` : ''}#liste` };
  const code = 'too_many_filters';
  request.notes.errorCode = code;
  const message = problemMessage(texts.of(edition).t, code);
  return { notice: { code, message, lineId: null }, status: 400, query };
}
