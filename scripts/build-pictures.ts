/** Builds drawings, flags and icons. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { at } from './lib-run.ts';

/** Writes a text under a name with its hash. @returns this name */
export async function writeHashed(folder: string, stem: string, ending: string, text: string): Promise<string> {
  const name = `${stem}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.${ending}`;
  await writeFile(join(folder, name), text);
  return name;
}

/**
 * Writes the drawings of pages, without comments and white space.
 * @param folder that becomes `/build/`
 * @returns addresses by name
 */
export async function buildDrawings(folder: string): Promise<Record<string, string>> {
  const sources = at('views/drawings');
  const drawings: Record<string, string> = {};
  for (const name of await readdir(sources)) {
    const text = (await readFile(join(sources, name), 'utf8')).replace(/<!--.*?-->/gs, '').replace(/\s*\n\s*/g, '');
    const stem = basename(name, '.svg');
    drawings[stem] = `/build/${await writeHashed(folder, stem, 'svg', text)}`;
  }
  return drawings;
}

/** The list of delivery countries (D23). */
const countries = at('server/contract/countries.ts');

/**
 * Writes one drawing with a symbol for the flag of each delivery country, from the package country-flag-icons (MIT).
 * Later versions than 1.2 add thousands of files for React components, which delay the first start by seconds.
 * @returns its file name
 */
export async function buildFlags(folder: string): Promise<string> {
  const drawings = at('scripts/node_modules/country-flag-icons/3x2');
  const codes = /countries =\s+'([A-Z ]+)'/.exec(await readFile(countries, 'utf8'))?.[1]?.split(' ');
  if (!codes) throw new Error(`${countries} lists no countries`);
  const symbols = await Promise.all(
    codes.map(async (code) => {
      const drawing = await readFile(join(drawings, `${code}.svg`), 'utf8');
      const [, viewBox, shapes] = /<svg[^>]*viewBox="([^"]+)"[^>]*>(.*)<\/svg>/s.exec(drawing) ?? [];
      if (!shapes) throw new Error(`no flag of ${code} is drawn`);
      return `<symbol id="${code}" viewBox="${viewBox}" preserveAspectRatio="none">${shapes}</symbol>`;
    }),
  );
  return writeHashed(folder, 'flags', 'svg', `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`);
}

/** Side of `icon.svg` in its own units, and its background. */
const [drawn, ground] = [32, '#15181a'];

/** Draws the icons that cannot be SVG from `icon.svg`, into the same folder. */
export async function buildIcons(folder: string): Promise<void> {
  // Imported here because sharp loads slowly and `npm run dev` seldom needs it.
  const { drawIcons } = await import('../server/web/branding/draw-icons.ts');
  const icons = await drawIcons(await readFile(join(folder, 'icon.svg')), drawn, ground);
  await Promise.all(Object.entries(icons).map(([name, bytes]) => writeFile(join(folder, name), bytes)));
}
