/** Builds drawings and icons. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { at } from './lib-run.ts';

/**
 * Writes the drawings of pages, without comments and white space, under names with their hash.
 * @param folder that becomes `/build/`
 * @returns addresses by name
 */
export async function buildDrawings(folder: string): Promise<Record<string, string>> {
  const sources = at('views/drawings');
  const drawings: Record<string, string> = {};
  for (const name of await readdir(sources)) {
    const text = (await readFile(join(sources, name), 'utf8')).replace(/<!--.*?-->/gs, '').replace(/\s*\n\s*/g, '');
    const stem = basename(name, '.svg');
    const file = `${stem}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.svg`;
    await writeFile(join(folder, file), text);
    drawings[stem] = `/build/${file}`;
  }
  return drawings;
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
