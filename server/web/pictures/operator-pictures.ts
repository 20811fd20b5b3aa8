import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { LocalPicture } from '../../../views/local-picture.js';

/** Address below which the operator's pictures stand. */
export const operatorPrefix = '/pictures';
const types: ReadonlySet<string> = new Set(['.svg', '.png', '.webp', '.avif', '.jpg']);
const kinds = ['brands', 'makes', 'categories'] as const;

/**
 * The pictures that an operator has put into `PICTURES_DIR`: `brands/NAME.svg` and `makes/NAME.svg` by the name in the
 * addresses of their pages, `categories/ID.webp` by the category's number or by the name of its drawing; read once, at
 * the start. Their addresses change with the files.
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
