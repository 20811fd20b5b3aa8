import type { Image } from '../server/contract/articles.js';

/** Widths of merchants' photographs in pixels. */
export const pictureWidths = [160, 320, 480, 640, 960] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** Returns the address of a photograph in a width; null for a drawing, and for a host that is not allowed. */
export type Photograph = (image: Image, width: PictureWidth) => string | null;

/** SVG elements of drawings by the address of their image. */
export type Drawings = ReadonlyMap<string, string>;

/** Returns the address of a photograph in one width for all screens, else that of its drawing. */
export const pictureIn = (photograph: Photograph, image: Image, width: PictureWidth): string =>
  photograph(image, width) ?? image.drawing ?? image.url;
