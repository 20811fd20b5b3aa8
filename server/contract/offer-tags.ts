/**
 * Dependencies of an answer; a tag is the first letter of its kind and an id. `p45`: any offer of product 45. `b45`:
 * its summary in lists. `l7`: the summary of any product in leaf category 7. `s3`: shop 3 with its offers. `a0`: which
 * products have offers. For text overrides: `c7` the texts of category 7, `t3` the name of shop 3, `n45` the title of
 * product 45 if the answer has no other tag of it. Id 0 means all of a kind: `l0` is the summary of any product.
 */
export const offerTagKinds = ['product', 'best', 'leaf', 'shop', 'assortment', 'category', 'trader', 'name'] as const;
/** Those that corrected texts have. */
export const textTagKinds = ['category', 'trader', 'name'] as const satisfies readonly OfferTagKind[];
export type TextTagKind = (typeof textTagKinds)[number];
export type OfferTagKind = (typeof offerTagKinds)[number];
const kindOf = new Map(offerTagKinds.map((kind) => [kind.charAt(0), kind]));

/** One thing that an answer depends on. */
export interface OfferTag {
  readonly kind: OfferTagKind;
  readonly id: number;
}

/** Most leaf categories that are named one by one. */
const maxLeaves = 60;
/** Longest list of tags in a header; receivers refuse an answer whose headers have more than 16 kB altogether. */
const maxLength = 4096;
/** Which kinds give way to which tag of all, the coarsest first. */
const coverings: readonly [kind: OfferTagKind, by: OfferTagKind][] = [
  ['leaf', 'leaf'],
  // Texts are seldom corrected.
  ['name', 'name'],
  ['category', 'category'],
  ['trader', 'trader'],
  // A changed summary of a product always changes a leaf.
  ['best', 'leaf'],
  ['shop', 'shop'],
  ['product', 'product'],
];

/**
 * Tags as a header has them, with a space between two, each once. The length is bounded: more than 60 leaves become
 * `l0`; while the tags are longer than 4 kB, those of texts become `n0`, `c0` and `t0`, then all leaves `l0`, then all
 * `b` become `l0`, then all shops `s0`, then all products `p0`. Each replacement covers the replaced tags, so an answer
 * ends too early rather than too late.
 */
export function printOfferTags(tags: ReadonlyMap<OfferTagKind, ReadonlySet<number>>): string {
  const left = new Map(tags);
  const cover = (kind: OfferTagKind, by: OfferTagKind): void => {
    if (!left.get(kind)?.size) return;
    left.delete(kind);
    left.set(by, new Set([0]));
  };
  // Where all of a kind are meant, single ones say nothing more.
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

/** @returns null where it is no list of tags; the answer cannot be kept then, as nobody knows when it ends. */
export function parseOfferTags(text: string): readonly OfferTag[] | null {
  const tags: OfferTag[] = [];
  for (const word of text.split(' ')) {
    const kind = kindOf.get(word.charAt(0));
    if (kind === undefined || !/^\d{1,15}$/.test(word.slice(1))) return null;
    tags.push({ kind, id: Number(word.slice(1)) });
  }
  return tags;
}
