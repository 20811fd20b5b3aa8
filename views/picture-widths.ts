import type { Image } from '../server/contract/articles.js';

/** Pixels of width that the shop makes merchants' photographs in. */
export const pictureWidths = [160, 320, 480, 640, 960] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** Address of a merchant's photograph in a width; null for a drawing, and for hosts that are not allowed. */
export type Photograph = (image: Image, width: PictureWidth) => string | null;

/** Where one width serves every screen: the photograph in it, else the drawing. */
export const pictureIn = (photograph: Photograph, image: Image, width: PictureWidth): string =>
  photograph(image, width) ?? image.drawing ?? image.url;
