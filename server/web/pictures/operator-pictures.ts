import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { LocalPicture } from '../../../views/local-picture.js';

/** Path of the operator's pictures. */
export const operatorPrefix = '/pictures';
const types: ReadonlySet<string> = new Set(['.svg', '.png', '.webp', '.avif', '.jpg']);
const kinds = ['brands', 'makes', 'categories'] as const;

/**
 * Reads the pictures in `PICTURES_DIR` once: `brands/NAME.svg` and `makes/NAME.svg` by the name in their pages'
 * addresses, `categories/ID.webp` by number or name of drawing. Their addresses change with the files.
 */
export function operatorPictures(folder: string | undefined): LocalPicture {
  const found = new Map<string, string>();
  for (const kind of folder ? kinds : []) {
    const directory = join(folder ?? '', kind);
    if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) continue;
    for (const file of readdirSync(directory)) {
      if (!types.has(extname(file).toLowerCase())) continue;
      const { mtimeMs, size } = statSync(join(directory, file));
      const version = `${Math.round(mtimeMs).toString(36)}${size.toString(36)}`;
      const address = `${operatorPrefix}/${kind}/${encodeURIComponent(file)}?${version}`;
      found.set(`${kind}/${file.slice(0, -extname(file).length).toLowerCase()}`, address);
    }
  }
  return (kind, ...names) => {
    for (const name of names) {
      const address = found.get(`${kind}/${name.toLowerCase()}`);
      if (address) return address;
    }
    return null;
  };
}
