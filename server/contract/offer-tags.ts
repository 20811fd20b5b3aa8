/**
 * Dependencies of an answer. A tag is the first letter of its kind and an id. `p45`: any offer of product 45. `b45`:
 * its summary in lists. `l7`: the summary of any product in leaf category 7. `s3`: shop 3 with its offers. `a0`: which
 * products have offers. For text overrides: `c7` the texts of category 7, `t3` the name of shop 3. `n45`: the title of
 * product 45, if the answer has no other tag of it. Id 0 means all of a kind.
 */
export const offerTagKinds = ['product', 'best', 'leaf', 'shop', 'assortment', 'category', 'trader', 'name'] as const;
/** Kinds of text overrides. */
export const textTagKinds = ['category', 'trader', 'name'] as const satisfies readonly OfferTagKind[];
export type TextTagKind = (typeof textTagKinds)[number];
export type OfferTagKind = (typeof offerTagKinds)[number];
const kindOf = new Map(offerTagKinds.map((kind) => [kind.charAt(0), kind]));

export interface OfferTag {
  readonly kind: OfferTagKind;
  readonly id: number;
}

/** Most leaf categories in one list of tags. */
const maxLeaves = 60;
/** Most characters of a list of tags. Receivers refuse headers of more than 16 kB altogether. */
const maxLength = 4096;
/** Kinds that a tag for all of a kind replaces, the coarsest first. */
const coverings: readonly [kind: OfferTagKind, by: OfferTagKind][] = [
  ['leaf', 'leaf'],
  // These tags of texts seldom change.
  ['name', 'name'],
  ['category', 'category'],
  ['trader', 'trader'],
  // Each change of a product's summary also changes a leaf.
  ['best', 'leaf'],
  ['shop', 'shop'],
  ['product', 'product'],
];

/**
 * Prints tags for a header, each once, separated by spaces. More than 60 leaves become `l0`. While the list is longer
 * than 4 kB, the kinds of `coverings` are replaced in turn. Each replacement covers the replaced tags, so an answer
 * ends too early rather than too late.
 */
export function printOfferTags(tags: ReadonlyMap<OfferTagKind, ReadonlySet<number>>): string {
  const left = new Map(tags);
  const cover = (kind: OfferTagKind, by: OfferTagKind): void => {
    if (!left.get(kind)?.size) return;
    left.delete(kind);
    left.set(by, new Set([0]));
  };
  // Id 0 includes all others.
  const print = (): string =>
    offerTagKinds
      .flatMap((kind) => {
        const ids = left.get(kind) ?? new Set();
        return (ids.has(0) ? [0] : [...ids]).map((id) => `${kind.charAt(0)}${id}`);
      })
      .join(' ');
  if ((left.get('leaf')?.size ?? 0) > maxLeaves) cover('leaf', 'leaf');
  let printed = print();
  for (const [kind, by] of coverings) {
    if (printed.length <= maxLength) break;
    cover(kind, by);
    printed = print();
  }
  return printed;
}

/** @returns null for any other text; nobody knows when such an answer ends, so it is not cached */
export function parseOfferTags(text: string): readonly OfferTag[] | null {
  const tags: OfferTag[] = [];
  for (const word of text.split(' ')) {
    const kind = kindOf.get(word.charAt(0));
    if (kind === undefined || !/^\d{1,15}$/.test(word.slice(1))) return null;
    tags.push({ kind, id: Number(word.slice(1)) });
  }
  return tags;
}
