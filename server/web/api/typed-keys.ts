import type { Edition } from '../routes/editions.js';

/** The registration of a car in the words of a search. */
export interface TypedKeys {
  /** Fields of the form that takes it. A plate may be unfinished. */
  readonly fields: Readonly<Record<string, string>>;
  /** The other words; empty for none. */
  readonly rest: string;
}

const start = '(?<![\\p{L}\\p{N}-])';
const end = '(?![\\p{L}\\p{N}-])';
/** `0603 BGU`, `HSN 0603 TSN BGU`. Without letters it needs a word or a slash: `0600 475` may be lengths of wipers. */
const keyNumbers = new RegExp(
  `${start}(?:hsn\\W*(?:tsn\\W*)?)?(?<hsn>\\d{4})(?:\\W*tsn\\W*|\\s?/\\s?|[\\s-]?(?=\\d{0,2}[a-z]))(?<tsn>[a-z\\d]{3})${end}`,
  'iu',
);
/** The form since 2009. The older one would match `5W30` and `205R16`. */
const plate = new RegExp(`${start}(?<plate>[a-z]{2}-\\d{3}-[a-z]{0,2})${end}`, 'iu');

/**
 * Reads what the edition has a field for: HSN and TSN, which are only words if the catalogue lacks the pair, or a
 * plate. Callers read it before they search, so that no address, cache key or count of searches contains it (D30).
 */
export function readTypedKeys(text: string, { hasKeyNumbers, hasPlates }: Edition): TypedKeys | null {
  const found = (hasPlates ? plate : hasKeyNumbers ? keyNumbers : null)?.exec(text);
  if (!found?.groups) return null;
  const others = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
  const rest = /[\p{L}\p{N}]/u.test(others) ? others.replace(/\s+/g, ' ').trim() : '';
  return { fields: { ...found.groups }, rest };
}
