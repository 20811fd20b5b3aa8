import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Loader, Plugin } from 'esbuild';
import { type ClassPlace, classesInScript, renameInScript, renameInSheet } from './class-names.ts';

/**
 * Names of one or two letters: a, b, … z, aa, ab, … but not `ad`: blockers of advertisements hide what is called so.
 */
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const shorts = ['', ...letters].flatMap((first) => letters.map((last) => first + last)).filter((name) => name !== 'ad');

const property = /(?<![\w-])--[a-z][\w-]*/g;

/** Short names for long ones, in their order. */
const shortened = (names: readonly string[], prefix = ''): Map<string, string> =>
  new Map(names.map((name, index) => [name, prefix + shorts[index]]));

type Sources = ReadonlyMap<string, string>;

/** Custom properties of style sheets; those that anything but a style sheet names keep their names. */
function shortProperties(texts: Sources): Map<string, string> {
  const used = { css: new Set<string>(), other: new Set<string>() };
  for (const [path, text] of texts)
    for (const [name] of text.matchAll(property)) used[path.endsWith('.css') ? 'css' : 'other'].add(name);
  const short = shortened([...used.css].filter((name) => !used.other.has(name)).sort(), '--');
  for (const name of short.values())
    if (used.other.has(name)) throw new Error(`${name} is a short name; call the property something longer`);
  return short;
}

/** Where each script names classes, by its path. */
const placesIn = (texts: Sources): ReadonlyMap<string, readonly ClassPlace[]> =>
  new Map(
    [...texts].filter(([path]) => /\.tsx?$/.test(path)).map(([path, text]) => [path, classesInScript(text, path)]),
  );

/** Classes of style sheets; the most frequent ones get a single letter. */
function shortClasses(texts: Sources, places: ReturnType<typeof placesIn>): Map<string, string> {
  const counts = new Map<string, number>();
  const count = (name: string): string => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return name;
  };
  for (const [path, text] of texts) if (path.endsWith('.css')) renameInSheet(text, count);
  for (const [path, named] of places) {
    for (const { name } of named) {
      if (!counts.has(name)) throw new Error(`${path}: no style sheet has the class ${name}`);
      count(name);
    }
  }
  return shortened([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name));
}

/**
 * Short names for custom properties and classes: every page carries them, and every visitor pays for them. They follow
 * from the sources alone, so that all parts of a build agree.
 *
 * @param folders where style sheets, views, drawings and what browsers run lie.
 * @returns `classNames` and `properties`, the short ones by their names in the sources; `plugin` for esbuild, which
 * writes all names in   short; `marking`, the same with `class:` before each class that a script can give to an
 * element.
 */
export async function shortNames(folders: readonly string[]): Promise<{
  classNames: Record<string, string>;
  properties: Record<string, string>;
  plugin: Plugin;
  marking: Plugin;
}> {
  const texts = new Map<string, string>();
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!/\.(css|svg|tsx?)$/.test(entry.name) || /\.(test|fixture)\./.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      texts.set(path, await readFile(path, 'utf8'));
    }
  }
  const properties = shortProperties(texts);
  const places = placesIn(texts);
  const classNames = shortClasses(texts, places);
  const shortOf = (name: string): string => {
    const short = classNames.get(name);
    if (short === undefined) throw new Error(`no style sheet has the class ${name}`);
    return short;
  };
  const plugin = (mark: string): Plugin => {
    const made = new Map<string, string>();
    const make = (path: string, text: string): string =>
      path.endsWith('.css')
        ? renameInSheet(text, shortOf).replace(property, (name) => properties.get(name) ?? name)
        : renameInScript(text, places.get(path) ?? [], (name, isGiven) => (isGiven ? mark : '') + shortOf(name));
    return {
      name: 'short-names',
      setup(build) {
        build.onLoad({ filter: /\.(css|tsx?)$/ }, ({ path }) => {
          const text = texts.get(path);
          if (text === undefined) return undefined;
          const contents = made.get(path) ?? make(path, text);
          made.set(path, contents);
          return { contents, loader: /\w+$/.exec(path)?.[0] as Loader };
        });
      },
    };
  };
  return {
    classNames: Object.fromEntries(classNames),
    properties: Object.fromEntries(properties),
    plugin: plugin(''),
    marking: plugin('class:'),
  };
}
