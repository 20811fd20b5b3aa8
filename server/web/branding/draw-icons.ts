type Sharp = typeof import('sharp').default;

/** Renders a drawing at `size` pixels without blur. @param drawn side of its view box */
const draw = (sharp: Sharp, svg: Buffer, drawn: number, size: number): Promise<Buffer> =>
  sharp(svg, { density: Math.min(2400, Math.max(1, (72 * size) / drawn)) })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();

/** Packs PNG images into an ICO file, which browsers since Internet Explorer 11 read. */
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

/** Icons that cannot be SVG: browsers and devices request them by fixed names, or the web manifest names them. */
export const iconNames = [
  'favicon.ico',
  'apple-touch-icon.png',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
] as const;
export type IconName = (typeof iconNames)[number];

/** Draws all icons from one square drawing. @param drawn its side @param ground fills edges that devices cut off */
export async function drawIcons(svg: Buffer, drawn: number, ground: string): Promise<Record<IconName, Buffer>> {
  const { default: sharp } = await import('sharp');
  /** Centres the drawing in a filled square, at `share` of its side: devices cut icons to shapes of their own. */
  const filled = async (size: number, share: number): Promise<Buffer> =>
    sharp({ create: { width: size, height: size, channels: 3, background: ground } })
      .composite([{ input: await draw(sharp, svg, drawn, Math.round(size * share)) }])
      .removeAlpha()
      .png({ compressionLevel: 9 })
      .toBuffer();
  const small = await Promise.all(
    [16, 32, 48].map(async (size) => ({ size, png: await draw(sharp, svg, drawn, size) })),
  );
  return {
    'favicon.ico': ico(small),
    'apple-touch-icon.png': await filled(180, 0.86),
    'icon-192.png': await draw(sharp, svg, drawn, 192),
    'icon-512.png': await draw(sharp, svg, drawn, 512),
    // Devices keep at least a circle of 80 % of the side (W3C Web Application Manifest, "maskable").
    'icon-maskable-512.png': await filled(512, 0.72),
  };
}
