import { LRUCache } from 'lru-cache';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type PageContext, PageContextProvider } from '../../../views/context.js';
import { IslandHostProvider } from '../../../views/island.js';
import type { KeptHost, Part } from '../../../views/kept.js';
import { type Piece, type Pieces, pieceOf } from './pieces.js';

/** HTML by what it is made of; the longest unused goes first. */
const kept = new LRUCache<string, Piece>({
  maxSize: 6 * 1024 * 1024,
  sizeCalculation: ({ bytes, classes }, name) => bytes.length + 30 * classes.size + name.length + 200,
});
/** Bytes of that HTML with its names, now and at most. */
export const keptPartBytes = (): number => kept.calculatedSize;
export const keptPartLimit = kept.maxSize;

/** The same data have the same number for as long as they live, and no others ever have it. */
const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function numberOf(data: object): number {
  const known = numbers.get(data);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(data, lastNumber);
  return lastNumber;
}

const refuse = (what: string) => (): never => {
  throw new Error(`a kept part must not hold ${what}`);
};

/** A host for the kept parts of one page. */
export function createKeptHost(context: PageContext, prefix: string, pieces: Pieces): KeptHost {
  const { edition, country, environment, isDemonstration } = context;
  const look = `${edition.locale} ${prefix} ${country} ${environment} ${isDemonstration}`;
  const neutral: PageContext = Object.defineProperties(
    { ...context },
    { path: { get: refuse('its path') }, editionLinks: { get: refuse('its other editions') } },
  );
  const islands = { place: refuse('islands') };
  const keptOf = ({ of, variant = '', view }: Part): Piece => {
    const name = `${numberOf(of)} ${look} ${variant}`;
    const known = kept.get(name);
    if (known) return known;
    const html = renderToStaticMarkup(
      <PageContextProvider value={neutral}>
        <IslandHostProvider value={islands}>{view()}</IslandHostProvider>
      </PageContextProvider>,
    );
    const made = pieceOf(html);
    kept.set(name, made);
    return made;
  };
  return {
    place(as, attributes, parts) {
      const place = pieces.put(...parts.map(keptOf));
      return as ? createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: place } }) : place;
    },
  };
}
