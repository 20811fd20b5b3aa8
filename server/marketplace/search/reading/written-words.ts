import type { Language } from '../../../contract/languages.js';
import { type Axle, ambiguous, type Side, sidesOf } from '../position-words.js';
import { norm, termsOf } from '../search-terms.js';

/** A word with its place in the text. */
export interface Word {
  readonly from: number;
  readonly to: number;
  /** As `norm` spells it, without signs. */
  readonly plain: string;
}

/** The words of a text; what stands between spaces is one. */
export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/\S+/g)].flatMap(({ 0: written, index }) => {
    const plain = termsOf(written).join('');
    return plain === '' ? [] : [{ from: index, to: index + written.length, plain }];
  });

/** The text without some of its passages, in single spaces. */
export function without(text: string, passages: readonly { from: number; to: number }[]): string {
  let left = text;
  for (const { from, to } of passages) left = left.slice(0, from) + ' '.repeat(to - from) + left.slice(to);
  return left.replace(/\s+/g, ' ').trim();
}

/** Between two sides: `voor en achter`. */
const joining = new Set(['und', 'et', 'y', 'e', 'en', 'and']);

/** Words of a text that name sides of the car. */
export function readPositions(words: readonly Word[], language: Language): (Word & { sides: (Axle | Side)[] })[] {
  const read = words.map((word) => ({ ...word, sides: sidesOf(word.plain, language) }));
  const isJoining = (index: number) => joining.has(read[index]?.plain ?? '');
  return read.filter(({ plain, sides }, index) => {
    if (sides.length === 0) return false;
    const next = read[isJoining(index + 1) ? index + 2 : index + 1];
    return !ambiguous[language]?.has(plain) || (index > 0 && (!next || next.sides.length > 0));
  });
}

const cheap = new Set(
  norm(
    'billig billige billiges billiger billigste günstig günstige günstiger günstigste guenstig preiswert preiswerte cheap cheapest barato barata baratos baratas económico económica economico economica economici economiche goedkoop goedkope goedkoopste restposten ausverkauf schnäppchen sale déstockage promo promotion oferta ofertas liquidación offerta offerte saldi opruiming aanbieding',
  ).split(' '),
);
const conditions: readonly (readonly [value: string, words: RegExp])[] = [
  ['used', /^(?:gebraucht\w{0,2}|occasion|usad[oa]s?|usat[oaie]|tweedehands|gebruikt\w?|used)$/],
  [
    'remanufactured',
    /^(?:aufgearbeitet\w{0,2}|generaluberholt\w{0,2}|uberholt\w{0,2}|reman|remanufactured|reconditionnee?s?|reacondicionad[oa]s?|ricondizionat[oaie]|rigenerat[oaie]|gereviseerde?|gereviseerd|revisie)$/,
  ],
];

/** Words that ask for what costs least, or for a state of the goods. */
export function readQuality(words: readonly Word[]): {
  cheap: readonly Word[];
  conditions: readonly (Word & { value: string })[];
} {
  const isCheap = (index: number) => {
    const plain = words[index]?.plain ?? '';
    // `pas cher` and `bon marché` are two words.
    const pair = (at: number) => `${words[at]?.plain} ${words[at + 1]?.plain}`;
    const isPair = (at: number) => /^(?:pas chere?s?|bon marche)$/.test(pair(at));
    return cheap.has(plain) || isPair(index) || isPair(index - 1);
  };
  return {
    cheap: words.filter((_, index) => isCheap(index)),
    conditions: words.flatMap((word) => {
      const found = conditions.find(([, shape]) => shape.test(word.plain));
      return found ? [{ ...word, value: found[0] }] : [];
    }),
  };
}
