import { type Inline, inline } from './inline.js';

/** A rule, or rules under one condition such as `@media`. */
type Part =
  | { kind: 'rule'; selectors: readonly { text: string; needs: readonly string[] }[]; body: string }
  | { kind: 'group'; condition: string; parts: readonly Part[] }
  | { kind: 'fixed'; text: string };

/** So many looks of one view are kept: a page has more or fewer sections, an offer a base price or none. */
const mostLooks = 64;

/** Index of the brace that closes the one at `open`; braces in strings do not count. */
function endOf(css: string, open: number): number {
  let depth = 0;
  let quote = '';
  for (let at = open; at < css.length; at += 1) {
    const sign = css[at] as string;
    if (quote) {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '{') depth += 1;
    else if (sign === '}' && --depth === 0) return at;
  }
  throw new Error('a style sheet ends within a rule');
}

/** The selectors of a list; a comma in brackets separates none. */
function selectorsOf(list: string): string[] {
  const found = [''];
  let depth = 0;
  for (const sign of list) {
    if (sign === '(' || sign === '[') depth += 1;
    if (sign === ')' || sign === ']') depth -= 1;
    if (sign === ',' && depth === 0) found.push('');
    else found[found.length - 1] += sign;
  }
  return found;
}

/** Classes without which nothing matches a selector: those in `:is(…)`, `:not(…)` and the like are a choice. */
function classesNeeded(selector: string): string[] {
  let plain = selector;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/\([^()]*\)|\[[^\]]*\]/g, '');
  }
  return [...plain.matchAll(/\.([\w-]+)/g)].map(([, name]) => name as string);
}

function partsOf(css: string, needsOf: (selector: string) => string[]): Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < css.length) {
    const open = css.indexOf('{', at);
    if (open === -1) break;
    const end = endOf(css, open);
    const prelude = css.slice(at, open).trim();
    const body = css.slice(open + 1, end);
    if (/^@(media|supports)\b/.test(prelude))
      parts.push({ kind: 'group', condition: prelude, parts: partsOf(body, needsOf) });
    else if (prelude.startsWith('@')) parts.push({ kind: 'fixed', text: css.slice(at, end + 1) });
    else
      parts.push({
        kind: 'rule',
        selectors: selectorsOf(prelude).map((text) => ({ text, needs: needsOf(text) })),
        body,
      });
    at = end + 1;
  }
  return parts;
}

/** The text of the rules that can apply where only `has` has classes. */
function textOf(parts: readonly Part[], has: (name: string) => boolean): string {
  return parts
    .map((part) => {
      if (part.kind === 'fixed') return part.text;
      if (part.kind === 'group') {
        const inner = textOf(part.parts, has);
        return inner && `${part.condition}{${inner}}`;
      }
      const used = part.selectors.filter(({ needs }) => needs.every(has)).map(({ text }) => text);
      return used.length > 0 ? `${used.join(',')}{${part.body}}` : '';
    })
    .join('');
}

const namesIn = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => {
    if (part.kind === 'rule') return part.selectors.flatMap(({ needs }) => needs);
    return part.kind === 'group' ? namesIn(part.parts) : [];
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

  /**
   * @param css as the build has minified it.
   * @param scripted classes that may come into a page after it was sent.
   * @param late selectors whose rules come into every page with its first touch, before any script needs them.
   */
  constructor(css: string, scripted: ReadonlySet<string>, late: ReadonlySet<string>) {
    this.#parts = partsOf(css, (selector) => {
      const needs = classesNeeded(selector);
      return late.has(selector) ? needs : needs.filter((name) => !scripted.has(name));
    });
    this.#names = [...new Set(namesIn(this.#parts))];
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
