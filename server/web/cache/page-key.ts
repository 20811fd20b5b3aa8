import type { Logger } from 'pino';

/**
 * A query parameter that a shared page reads. `spelling` returns the canonical value, empty for the default and for
 * values without meaning. So equal requests share one entry.
 */
export type Parameter = string | Spelt | Choice;
interface Spelt {
  readonly name: string;
  /** @param log receives unreadable values */
  spelling(value: string, log: Pick<Logger, 'info'>): string;
}
/**
 * A parameter that selects one of the things on the page; a page has at most one. Only the page made without it knows
 * the valid values (`choices`). Any other value gives the page without it.
 */
interface Choice {
  readonly name: string;
  readonly isChoice: true;
}

/** The parameters of a page, in the order of its address. */
interface Parameters {
  readonly query?: readonly Parameter[] | undefined;
}

/** Everything that a shared page is made from (D56). */
export interface PageKeyParts {
  /** Configured name of a mapped host; empty for all others, which look the same. */
  host: string;
  environment: string;
  locale: string;
  prefix: string;
  /** Path below the prefix, without the part after its tail. */
  path: string;
  country: string;
  query: URLSearchParams;
  isDemonstration: boolean;
  build: string;
  generation: string | null;
}

/** Returns the cache key. Requests with different bytes have different keys. */
export function pageKey(parts: PageKeyParts): string {
  const { host, environment, locale, prefix, path, country, query, isDemonstration, build, generation } = parts;
  // Neither the parts before the path nor a path on the wire contain a space.
  return `${generation} ${build} ${+isDemonstration} ${environment} ${host} ${locale} ${prefix} ${country} ${path} ${query}`;
}

/** The declared query parameters of a page. Others are not in the cache key, so reading one throws. */
class DeclaredQuery extends URLSearchParams {
  readonly #names: readonly string[];
  constructor(names: readonly string[], entries: [string, string][]) {
    super(entries);
    this.#names = names;
  }
  #check(name: string): void {
    if (!this.#names.includes(name)) throw new Error(`the page does not name the parameter ${name} in its query`);
  }
  override get(name: string): string | null {
    this.#check(name);
    return super.get(name);
  }
  override has(name: string, value?: string): boolean {
    this.#check(name);
    return super.has(name, value);
  }
  override getAll(name: string): string[] {
    this.#check(name);
    return super.getAll(name);
  }
}

/** Returns a query in canonical form: declared parameters in the page's order, normalised, without empty values. */
export function declaredQuery(
  { query: parameters = [] }: Parameters,
  requested: URLSearchParams,
  log: Pick<Logger, 'info'>,
): URLSearchParams {
  const names: string[] = [];
  const entries: [string, string][] = [];
  for (const parameter of parameters) {
    const name = typeof parameter === 'string' ? parameter : parameter.name;
    const spelt = typeof parameter === 'object' && 'spelling' in parameter ? parameter : null;
    names.push(name);
    const given = requested.get(name);
    const value = given && spelt ? spelt.spelling(given, log) : given;
    if (value) entries.push([name, value]);
  }
  return new DeclaredQuery(names, entries);
}

/** Returns the value of the page's choice parameter and the query without it; null if the query does not use it. */
export function choiceIn(
  page: Parameters,
  query: URLSearchParams,
  log: Pick<Logger, 'info'>,
): { value: string; without: URLSearchParams } | null {
  const parameter = page.query?.find((each) => typeof each === 'object' && 'isChoice' in each);
  if (typeof parameter !== 'object') return null;
  const value = query.get(parameter.name);
  if (value === null) return null;
  const others = [...query].filter(([name]) => name !== parameter.name);
  return { value, without: declaredQuery(page, new URLSearchParams(others), log) };
}
