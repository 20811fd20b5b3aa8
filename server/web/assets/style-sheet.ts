import { type Inline, inline } from '../http/inline.js';

/**
 * A rule with, for each selector, the classes it needs; rules under one condition such as `@media`; or what every page
 * has.
 */
export type StyleChunk =
  | { selectors: readonly (readonly [selector: string, ...classes: string[]])[]; body: string }
  | { condition: string; chunks: readonly StyleChunk[] }
  | string;

/** Most cached variants of one view's style sheet; variants differ in the sections and fields that are shown. */
const maxVariants = 64;

/** The text of the rules that can apply where only `has` has classes. */
function textOf(chunks: readonly StyleChunk[], has: (name: string) => boolean): string {
  return chunks
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('chunks' in part) {
        const inner = textOf(part.chunks, has);
        return inner && `${part.condition}{${inner}}`;
      }
      const used = part.selectors.filter(([, ...classes]) => classes.every(has)).map(([selector]) => selector);
      return used.length > 0 ? `${used.join(',')}{${part.body}}` : '';
    })
    .join('');
}

const namesIn = (chunks: readonly StyleChunk[]): string[] =>
  chunks.flatMap((part) => {
    if (typeof part === 'string') return [];
    return 'chunks' in part ? namesIn(part.chunks) : part.selectors.flatMap(([, ...classes]) => classes);
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
  readonly #chunks: readonly StyleChunk[];
  /** Classes that only some pages have. */
  readonly #names: readonly string[];
  readonly #variants = new Map<string, Inline>();

  /** @param chunks as the build has taken them apart (`scripts/split-css.ts`). */
  constructor(chunks: readonly StyleChunk[]) {
    this.#chunks = chunks;
    this.#names = [...new Set(namesIn(chunks))];
  }

  /** @param classes values of all class attributes of the page. */
  usedBy(classes: ReadonlySet<string>): Inline {
    const there = new Set<string>();
    for (const value of classes) for (const name of value.split(' ')) there.add(name);
    const missing = this.#names.filter((name) => !there.has(name));
    const variant = missing.join();
    const known = this.#variants.get(variant);
    if (known) return known;
    const isMissing = new Set(missing);
    const made = inline(textOf(this.#chunks, (name) => !isMissing.has(name)));
    if (this.#variants.size >= maxVariants) this.#variants.clear();
    this.#variants.set(variant, made);
    return made;
  }
}
