import { type Inline, inline } from './inline.js';

/** A rule with, for each selector, the classes it needs; rules under one condition such as `@media`; or what every page has. */
export type Part =
  | { selectors: readonly (readonly [selector: string, ...classes: string[]])[]; body: string }
  | { condition: string; parts: readonly Part[] }
  | string;

/** So many looks of one view are kept: a page has more or fewer sections, an offer a base price or none. */
const mostLooks = 64;

/** The text of the rules that can apply where only `has` has classes. */
function textOf(parts: readonly Part[], has: (name: string) => boolean): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('parts' in part) {
        const inner = textOf(part.parts, has);
        return inner && `${part.condition}{${inner}}`;
      }
      const used = part.selectors.filter(([, ...classes]) => classes.every(has)).map(([selector]) => selector);
      return used.length > 0 ? `${used.join(',')}{${part.body}}` : '';
    })
    .join('');
}

const namesIn = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    return 'parts' in part ? namesIn(part.parts) : part.selectors.flatMap(([, ...classes]) => classes);
  });

/** Adds the values of all class attributes of a HTML text. */
export function addClasses(html: string, values: Set<string>): void {
  const start = ' class="';
  for (let at = html.indexOf(start); at !== -1; at = html.indexOf(start, at)) {
    at += start.length;
    values.add(html.slice(at, html.indexOf('"', at)));
  }
}

/**
 * The style sheet of a view. A page carries of it what its own HTML can use, and what script may add to it: the rules
 * of sections that it does not have would cost every visitor bytes.
 */
export class StyleSheet {
  readonly #parts: readonly Part[];
  /** Classes that only some pages have. */
  readonly #names: readonly string[];
  readonly #looks = new Map<string, Inline>();

  /** @param parts as the build has taken them apart (`scripts/build-style-parts.mjs`). */
  constructor(parts: readonly Part[]) {
    this.#parts = parts;
    this.#names = [...new Set(namesIn(parts))];
  }

  /** @param classes values of all class attributes of the page. */
  usedBy(classes: ReadonlySet<string>): Inline {
    const there = new Set<string>();
    for (const value of classes) for (const name of value.split(' ')) there.add(name);
    const missing = this.#names.filter((name) => !there.has(name));
    const look = missing.join();
    const known = this.#looks.get(look);
    if (known) return known;
    const isMissing = new Set(missing);
    const made = inline(textOf(this.#parts, (name) => !isMissing.has(name)));
    if (this.#looks.size >= mostLooks) this.#looks.clear();
    this.#looks.set(look, made);
    return made;
  }
}
