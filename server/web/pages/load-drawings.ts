import type { Drawings, Photograph } from '../../../views/picture-widths.js';
import type { Product } from '../../contract/articles.js';
import { drawingOf, elementsOf } from '../pictures/inline-drawing.js';
import type { PageRequest } from '../render/page.js';

/** Rows of a list that a phone of 360 × 640 shows first. */
const firstRows = 2;

/**
 * Loads the drawings of the first view, so that they are part of the page. One that fails stays a file.
 * @param products parts in their order on the page
 */
export async function loadDrawings(
  { optional }: PageRequest,
  photograph: Photograph,
  products: readonly Pick<Product, 'smallImages'>[],
): Promise<Drawings> {
  const images = products.slice(0, firstRows).flatMap(({ smallImages }) => smallImages.slice(0, 1));
  const loaded = await Promise.all(
    images.map(async (image): Promise<[url: string, elements: string][]> => {
      const drawing = photograph(image, 160) === null ? drawingOf(image) : null;
      const svg = drawing && (await optional('picture', (api) => api.call('picture', drawing)));
      const elements = svg && elementsOf(svg);
      return elements ? [[image.url, elements]] : [];
    }),
  );
  return new Map(loaded.flat());
}
