import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { at } from './lib-run.ts';

/**
 * Drawings that pages show by their address, named by their hash; whitespace between elements is for readers only.
 *
 * @param folder that becomes `/build/`.
 * @returns address of each by its name.
 */
export async function buildDrawings(folder: string): Promise<Record<string, string>> {
  const sources = at('views/drawings');
  const drawings: Record<string, string> = {};
  for (const name of await readdir(sources)) {
    const text = (await readFile(join(sources, name), 'utf8')).replace(/<!--.*?-->/gs, '').replace(/\s*\n\s*/g, '');
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
    const stem = basename(name, '.svg');
    const file = `${stem}-${hash}.svg`;
    drawings[stem] = `/build/${file}`;
    await writeFile(join(folder, file), text);
  }
  return drawings;
}
