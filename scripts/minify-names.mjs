import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names of one or two letters: a, b, … z, aa, ab, … but not `ad`: blockers of advertisements hide what is called so. */
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const shorts = ['', ...letters].flatMap((first) => letters.map((last) => first + last)).filter((name) => name !== 'ad');

const property = /(?<![\w-])--[a-z][\w-]*/g;

/** Short names for long ones, in their order. */
const shortened = (names, prefix = '') => new Map(names.map((name, index) => [name, prefix + shorts[index]]));

/** Custom properties of style sheets; those that anything but a style sheet names keep their names. */
function shortProperties(texts) {
  const used = { css: new Set(), other: new Set() };
  for (const [path, text] of texts)
    for (const [name] of text.matchAll(property)) used[path.endsWith('.css') ? 'css' : 'other'].add(name);
  const short = shortened([...used.css].filter((name) => !used.other.has(name)).sort(), '--');
  for (const name of short.values())
    if (used.other.has(name)) throw new Error(`${name} is a short name; call the property something longer`);
  return short;
}

/** Classes of style sheets; the most frequent ones get a single letter. */
function shortClasses(texts, { classesInScript, renameInSheet }) {
  const counts = new Map();
  const count = (name) => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return name;
  };
  for (const [path, text] of texts) if (path.endsWith('.css')) renameInSheet(text, count);
  for (const [path, text] of texts) {
    if (!/\.tsx?$/.test(path)) continue;
    for (const { name } of classesInScript(text, path)) {
      if (!counts.has(name)) throw new Error(`${path}: no style sheet has the class ${name}`);
      count(name);
    }
  }
  return shortened([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name));
}

/**
 * Short names for custom properties and classes: every page carries them, and every visitor pays for them. They follow from
 * the sources alone, so that all parts of a build agree.
 *
 * @param folders where style sheets, views, drawings and what browsers run lie.
 * @returns `classNames`, the short ones by their names in the sources; `plugin` for esbuild, which writes all names in
 *   short; `marking`, the same with `class:` before each class that a script can give to an element.
 */
export async function shortNames(folders) {
  const classes = await import('./class-names.mjs');
  const texts = new Map();
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!/\.(css|svg|tsx?)$/.test(entry.name) || /\.(test|fixture)\./.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      texts.set(path, await readFile(path, 'utf8'));
    }
  }
  const properties = shortProperties(texts);
  const classNames = shortClasses(texts, classes);
  const plugin = (mark) => {
    const made = new Map();
    const make = (path, text) =>
      path.endsWith('.css')
        ? classes
            .renameInSheet(text, (name) => classNames.get(name))
            .replace(property, (name) => properties.get(name) ?? name)
        : classes.renameInScript(text, path, (name, isGiven) => (isGiven ? mark : '') + classNames.get(name));
    return {
      name: 'short-names',
      setup(build) {
        build.onLoad({ filter: /\.(css|tsx?)$/ }, ({ path }) => {
          const text = texts.get(path);
          if (text === undefined) return undefined;
          if (!made.has(path)) made.set(path, make(path, text));
          return { contents: made.get(path), loader: /\w+$/.exec(path)[0] };
        });
      },
    };
  };
  return { classNames: Object.fromEntries(classNames), plugin: plugin(''), marking: plugin('class:') };
}
