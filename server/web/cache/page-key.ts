import type { Logger } from 'pino';

/**
 * A parameter that a shared page reads. With a `spelling`, values that mean the same are one page to the cache, and
 * those that mean nothing are not there: it gives the one way to write a value, empty for what is the default anyway.
 */
export type Parameter = string | Spelt | Choice;
interface Spelt {
  readonly name: string;
  /** A name that addresses of the last version have; it is read where the new one is missing (D100). */
  readonly formerName?: string;
  /** @param log is called with a value that nobody can read. */
  spelling(value: string, log: Pick<Logger, 'info'>): string;
}
/**
 * Picks one of the things that the page shows, at most one parameter of a page. Only the page made without it knows
 * them (`choices`); with a value that is not one of them it is that very page.
 */
interface Choice {
  readonly name: string;
  readonly isChoice: true;
}

/** The parameters that a page reads, in the order of its address. */
interface Parameters {
  readonly query?: readonly Parameter[] | undefined;
}

/** Everything that a shared page is made from (D56). */
export interface PageKeyParts {
  /** A mapped host by its configured name; empty for all others, which look the same. */
  host: string;
  environment: string;
  locale: string;
  prefix: string;
  /** Path below the prefix without what follows its tail. */
  path: string;
  country: string;
  /** As `declaredQuery` gives it. */
  query: URLSearchParams;
  isDemonstration: boolean;
  build: string;
  generation: string | null;
}

/** Cache key of a page: requests with different bytes have different keys. */
export function pageKey(parts: PageKeyParts): string {
  const { host, environment, locale, prefix, path, country, query, isDemonstration, build, generation } = parts;
  // None of the parts before the path holds a space, and a path on the wire neither.
  return `${generation} ${build} ${+isDemonstration} ${environment} ${host} ${locale} ${prefix} ${country} ${path} ${query}`;
}

/**
 * The query parameters that a page declares. Others are not in the cache key, so reading one is a programming error and
 * throws.
 */
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

/**
 * A query in canonical form: only declared parameters, normalised, in the page's order, the first of duplicates, no
 * empty ones.
 */
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
    const given = requested.get(name) ?? (spelt?.formerName ? requested.get(spelt.formerName) : null);
    const value = given && spelt ? spelt.spelling(given, log) : given;
    if (value) entries.push([name, value]);
  }
  return new DeclaredQuery(names, entries);
}

/**
 * The value of the page's choice parameter and the query without it; null if the page has none or the query does not
 * use it.
 */
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
