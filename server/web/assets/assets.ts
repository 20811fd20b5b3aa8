import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { type Inline, inline } from '../http/inline.js';
import { type StyleChunk, StyleSheet } from './style-sheet.js';

export interface Assets {
  /** Id of the build, which changes with every browser file. */
  build: string;
  /** Names of all scripts. */
  files: ReadonlySet<string>;
  /** Returns the style sheet of a page view. @param view its file name without `.view.tsx` */
  css(view: string): StyleSheet;
  /** Returns the inline script of a view. */
  loader(view: string): Inline;
  /**
   * Returns the files that the loader fetches after load: script, style sheet, texts, hydrator and shared code of
   * islands. Pages with offers add the script for buying.
   *
   * @param texts address of the script's texts
   */
  deferred(view: string, texts: string): readonly string[];
  /** Returns the other files of an island: shared chunks, then the island itself. */
  islandSource(name: string): readonly string[];
  /** Address of the drawing with the flags of all delivery countries. */
  flags: string;
  /** Returns the address of a drawing in `views/drawings`. */
  drawing(name: 'front-axle' | 'registration-paper'): string;
  /** Returns the address of the script of one page, or of one kind of pages. */
  script(name: string): string;
}

const list = <T>() => z.custom<T[]>(Array.isArray);
const manifestSchema = z.object({
  build: z.string(),
  islands: z.record(z.string(), z.array(z.string())),
  // Checking each of the thousands of values would dominate the time of reading the manifest.
  styles: z.object({
    chunks: list<StyleChunk>(),
    views: z.record(z.string(), list<number>()),
    lower: z.record(z.string(), z.string()),
  }),
  loaders: z.tuple([z.string(), z.string()]),
  scripts: z.record(z.string(), z.string()),
  deferred: z.array(z.string()),
  flags: z.string(),
  drawings: z.object({ 'front-axle': z.string(), 'registration-paper': z.string() }),
});

const isSelling = (view: string): boolean => view === 'article' || view === 'compare';

/** Reads the manifest of the build; its functions throw for missing files. */
export function loadAssets(manifestFile: string | URL): Assets {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
  const { chunks, views, lower } = manifest.styles;
  const [plainLoader, sellingLoader] = manifest.loaders.map(inline) as [Inline, Inline];
  const styles = new Map<string, StyleSheet>();
  const all = Object.values(manifest.islands);
  const shared = new Set(all[0]?.filter((file) => all.every((files) => files.includes(file))));
  return {
    build: manifest.build,
    files: new Set(
      [...all.flat(), ...manifest.deferred, ...Object.values(manifest.scripts)].map((address) => basename(address)),
    ),
    css(view) {
      const known = styles.get(view);
      if (known) return known;
      const indices = views[view];
      if (!indices) throw new Error(`no style sheet was built for the view ${view}`);
      const style = new StyleSheet(
        indices.map((index) => chunks[index] as StyleChunk),
        lower[view] ?? '',
      );
      styles.set(view, style);
      return style;
    },
    loader: (view) => (isSelling(view) ? sellingLoader : plainLoader),
    deferred: (view, texts) => [
      ...manifest.deferred,
      texts,
      ...shared,
      ...(isSelling(view) && manifest.scripts.buying ? [manifest.scripts.buying] : []),
    ],
    flags: manifest.flags,
    drawing: (name) => manifest.drawings[name],
    islandSource(name) {
      const files = manifest.islands[name];
      if (!files) throw new Error(`no browser files were built for the island ${name}`);
      return files.filter((file) => !shared.has(file));
    },
    script(name) {
      const file = manifest.scripts[name];
      if (!file) throw new Error(`no script was built for the page ${name}`);
      return file;
    },
  };
}
