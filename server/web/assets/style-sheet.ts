import { type Inline, inline } from '../http/inline.js';
import { rareTags } from './rare-tags.js';

/**
 * A rule with the classes and rare elements that each selector needs, rules under a condition such as `@media`, or CSS
 * for every page.
 */
export type StyleChunk =
  | { selectors: readonly (readonly [selector: string, ...names: string[]])[]; body: string }
  | { condition: string; chunks: readonly StyleChunk[] }
  | string;

/** Most cached variants of a view's style sheet. Variants differ by the sections of their pages. */
const maxVariants = 64;

/** Returns the rules that can apply on a page with these names. */
function textOf(chunks: readonly StyleChunk[], has: (name: string) => boolean): string {
  return chunks
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('chunks' in part) {
        const inner = textOf(part.chunks, has);
        return inner && `${part.condition}{${inner}}`;
      }
      const used = part.selectors.filter(([, ...names]) => names.every(has)).map(([selector]) => selector);
      return used.length > 0 ? `${used.join(',')}{${part.body}}` : '';
    })
    .join('');
}

const namesIn = (chunks: readonly StyleChunk[]): string[] =>
  chunks.flatMap((part) => {
    if (typeof part === 'string') return [];
    return 'chunks' in part ? namesIn(part.chunks) : part.selectors.flatMap(([, ...names]) => names);
  });

/** Adds the values of all class attributes in HTML, and its rare elements, to `values`. */
export function addNames(html: string, values: Set<string>): void {
  const start = ' class="';
  for (let at = html.indexOf(start); at !== -1; at = html.indexOf(start, at)) {
    at += start.length;
    values.add(html.slice(at, html.indexOf('"', at)));
  }
  for (const tag of rareTags) if (html.includes(`<${tag}`)) values.add(`<${tag}`);
}

/** The style sheet of a view. Each page carries only the rules that its first view can use. */
export class StyleSheet {
  readonly lower: string;
  readonly #chunks: readonly StyleChunk[];
  /** Classes that only some pages have. */
  readonly #names: readonly string[];
  readonly #variants = new Map<string, Inline>();

  /**
   * @param chunks the parts that `scripts/split-css.ts` made
   * @param lower address of the sheet for what follows the first view; empty if all rules are inlined
   */
  constructor(chunks: readonly StyleChunk[], lower: string) {
    this.lower = lower;
    this.#chunks = chunks;
    this.#names = [...new Set(namesIn(chunks))];
  }

  /** @param names values of all class attributes of the first view, and its rare elements */
  usedBy(names: ReadonlySet<string>): Inline {
    const there = new Set<string>();
    for (const value of names) for (const name of value.split(' ')) there.add(name);
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
