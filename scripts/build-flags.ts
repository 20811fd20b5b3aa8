import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as flags from 'country-flag-icons/string/3x2';
import { at } from './lib-run.ts';

/** Where the delivery countries are listed; the build reads their codes from there, so that there is one list (D23). */
const list = at('server/contract/countries.ts');

/**
 * One drawing with the flag of every delivery country as a symbol named by its code, from the package
 * country-flag-icons (MIT); named by its hash.
 *
 * @param folder where it is written.
 * @returns its file name.
 */
export async function buildFlags(folder: string): Promise<string> {
  const drawings: Readonly<Record<string, string>> = flags;
  const codes = /countries =\s+'([A-Z ]+)'/.exec(await readFile(list, 'utf8'))?.[1]?.split(' ');
  if (!codes) throw new Error(`${list} lists no countries`);
  const symbols = codes.map((code) => {
    const [, viewBox, shapes] = /<svg[^>]*viewBox="([^"]+)"[^>]*>(.*)<\/svg>/s.exec(drawings[code] ?? '') ?? [];
    if (!shapes) throw new Error(`no flag of ${code} is drawn`);
    return `<symbol id="${code}" viewBox="${viewBox}" preserveAspectRatio="none">${shapes}</symbol>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
  const name = `flags-${createHash('sha256').update(drawing).digest('hex').slice(0, 8)}.svg`;
  await writeFile(join(folder, name), drawing);
  return name;
}
