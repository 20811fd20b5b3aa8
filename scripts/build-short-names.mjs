import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names of one or two letters: a, b, … z, aa, ab, … */
const shortName = (index) =>
  (index < 26 ? '' : String.fromCharCode(96 + Math.floor(index / 26))) + String.fromCharCode(97 + (index % 26));

/**
 * A plugin for esbuild that writes custom properties of style sheets in short: every page carries its style sheet, and
 * every visitor pays for its names. Those that anything but a style sheet names keep theirs.
 *
 * @param folders where style sheets, views and drawings lie.
 */
export async function shortNames(folders) {
  const used = { css: new Set(), other: new Set() };
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!/\.(css|svg|tsx?)$/.test(entry.name) || entry.name.includes('.test')) continue;
      const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
      const names = used[entry.name.endsWith('.css') ? 'css' : 'other'];
      for (const [name] of text.matchAll(/(?<![\w-])--[a-z][\w-]*/g)) names.add(name);
    }
  }
  const renamed = [...used.css].filter((name) => !used.other.has(name)).sort();
  const short = new Map(renamed.map((name, index) => [name, `--${shortName(index)}`]));
  for (const name of short.values())
    if (used.other.has(name)) throw new Error(`${name} is a short name; call the property something longer`);
  return {
    name: 'short-names',
    setup(build) {
      build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const contents = text.replace(/(?<![\w-])--[a-z][\w-]*/g, (name) => short.get(name) ?? name);
        return { contents, loader: 'css' };
      });
    },
  };
}
