import type { Image } from '../../contract/articles.js';

/** Name and attributes of a drawing, as the call `picture` takes them. */
interface Drawing {
  name: string;
  a: string;
}

/** Returns the drawing at an image's address; null for a photograph. */
export function drawingOf({ url, drawing = url }: Image): Drawing | null {
  const [, name, query] = /^\/api\/Bilder\/([A-Za-z]+)\.svg(?:\?(.*))?$/.exec(drawing) ?? [];
  return name === undefined ? null : { name, a: new URLSearchParams(query).get('a') ?? '' };
}

/** Elements and attributes of drawings. Nothing else enters a page, so that a drawing can neither load nor run anything. */
const drawn = /^(?:<(?:g|path|text)(?: (?!on|href|style)[a-z-]+="[^"<>]*")*\/?>|<\/(?:g|text)>|[^<>])*$/;

/**
 * Returns the elements of a drawing for a page, which has the colours itself (`tokens.css`); null for any other content.
 * @param svg a file of the call `picture`
 */
export function elementsOf(svg: string): string | null {
  const [, elements] = /^<svg [^<>]*><style>[^<]*<\/style>(.*)<\/svg>$/s.exec(svg) ?? [];
  return elements !== undefined && drawn.test(elements) ? elements : null;
}
