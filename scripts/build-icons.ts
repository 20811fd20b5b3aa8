import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawIcons } from '../server/web/marks/draw-icons.ts';

/** Side of the source drawing, in its own units. */
const drawn = 32;
/** The drawing's own ground. */
const ground = '#15181a';

/** Draws the icons that cannot be SVG from `icon.svg`, beside it. */
export async function buildIcons(folder: string): Promise<void> {
  const icons = await drawIcons(await readFile(join(folder, 'icon.svg')), drawn, ground);
  await Promise.all(Object.entries(icons).map(([name, bytes]) => writeFile(join(folder, name), bytes)));
}
