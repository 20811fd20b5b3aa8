import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** Side of the source drawing, in its own units. */
const drawn = 32;
/** The drawing's own ground, which fills what a device may cut off. */
const ground = '#15181a';

/** The drawing at `size` pixels, sharp at any size. */
const draw = (svg: Buffer, size: number): Promise<Buffer> =>
  sharp(svg, { density: (72 * size) / drawn })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();

/** The drawing in the middle of a filled square, `share` of its side: devices cut such icons to their own shape. */
async function drawFilled(svg: Buffer, size: number, share: number): Promise<Buffer> {
  const inner = await draw(svg, Math.round(size * share));
  const square = { create: { width: size, height: size, channels: 3 as const, background: ground } };
  return sharp(square)
    .composite([{ input: inner }])
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** An ICO file of PNG images, as every browser since Internet Explorer 11 reads it. */
function ico(images: readonly { size: number; png: Buffer }[]): Buffer {
  const directory = Buffer.alloc(6 + 16 * images.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(images.length, 4);
  let offset = directory.length;
  images.forEach(({ size, png }, index) => {
    const at = 6 + 16 * index;
    directory.writeUInt8(size, at);
    directory.writeUInt8(size, at + 1);
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(png.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([directory, ...images.map(({ png }) => png)]);
}

/**
 * Draws the icons that cannot be SVG from `icon.svg`, beside it: what browsers and devices ask for by a fixed name
 * (`favicon.ico`, `apple-touch-icon.png`), and what the web manifest names.
 */
export async function buildIcons(folder: string): Promise<void> {
  const svg = await readFile(join(folder, 'icon.svg'));
  const small = await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await draw(svg, size) })));
  const icons = {
    'favicon.ico': ico(small),
    'apple-touch-icon.png': await drawFilled(svg, 180, 0.86),
    'icon-192.png': await draw(svg, 192),
    'icon-512.png': await draw(svg, 512),
    // Only a circle of four fifths of the side is certain to stay (W3C Web Application Manifest, "maskable").
    'icon-maskable-512.png': await drawFilled(svg, 512, 0.72),
  };
  await Promise.all(Object.entries(icons).map(([name, bytes]) => writeFile(join(folder, name), bytes)));
}
