/** Pixels of width that the shop makes merchants' photographs in. */
export const pictureWidths = [160, 320, 480, 640, 960] as const;
export type PictureWidth = (typeof pictureWidths)[number];
