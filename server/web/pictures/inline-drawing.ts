import type { Image } from '../../contract/articles.js';

/** Name and parameters of a drawing, as the call `picture` takes them. */
interface Drawing {
  name: string;
  a: string;
  small?: '1' | undefined;
}

/** Returns the drawing at an image's address; null for a photograph. */
export function drawingOf({ url, drawing = url }: Image): Drawing | null {
  const [, name, query] = /^\/api\/Bilder\/([A-Za-z]+)\.svg(?:\?(.*))?$/.exec(drawing) ?? [];
  if (name === undefined) return null;
  const parameters = new URLSearchParams(query);
  return { name, a: parameters.get('a') ?? '', small: parameters.get('small') === '1' ? '1' : undefined };
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
