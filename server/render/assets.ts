import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A text that is inlined into pages and pinned in the CSP by its hash (D64). */
export interface Inline {
  text: string;
  /** The same, as it stands in the page. */
  bytes: Buffer;
  /** A CSP source: `'sha256-…'`. */
  hash: string;
}
/** What the build has made for the browser. */
export interface Assets {
  /** Changes with every change of browser files, styles or loader. */
  build: string;
  /** The style sheet of a page view, by its file name without `.view.tsx`. */
  css(view: string): Inline;
  loader: Inline;
  /** What the loader brings when the page rests: script and style sheet. */
  later: readonly string[];
  /** Files of an island: hydrator first, shared chunks, the island last. */
  islandSource(name: string): readonly string[];
  /** Address of the drawing with the flags of all delivery countries. */
  flags: string;
  /** Address of a drawing in `views/drawings`. */
  drawing(name: 'front-axle' | 'registration-paper'): string;
  /** Address of the script of a single page. */
  script(name: string): string;
}

const manifestSchema = z.object({
  build: z.string(),
  islands: z.record(z.string(), z.array(z.string())),
  css: z.record(z.string(), z.string()),
  loader: z.string(),
  scripts: z.record(z.string(), z.string()),
  later: z.array(z.string()),
  flags: z.string(),
  drawings: z.object({ 'front-axle': z.string(), 'registration-paper': z.string() }),
});

/** @param text goes into the page as it is. */
export const inline = (text: string): Inline => ({
  text,
  bytes: Buffer.from(text),
  hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
});

/** Reads the manifest of the build; throws a sentence when there is none or when it misses what is asked for. */
export function loadAssets(manifestFile: string | URL): Assets {
  let raw: string;
  try {
    raw = readFileSync(manifestFile, 'utf8');
  } catch (error) {
    throw new Error('The browser files are not built yet: run `npm run build`.', { cause: error });
  }
  const manifest = manifestSchema.parse(JSON.parse(raw));
  const styles = new Map(Object.entries(manifest.css).map(([view, text]) => [view, inline(text)]));
  return {
    build: manifest.build,
    css(view) {
      const style = styles.get(view);
      if (!style) throw new Error(`no style sheet was built for the view ${view}`);
      return style;
    },
    loader: inline(manifest.loader),
    later: manifest.later,
    flags: manifest.flags,
    drawing: (name) => manifest.drawings[name],
    islandSource(name) {
      const files = manifest.islands[name];
      if (!files) throw new Error(`no browser files were built for the island ${name}`);
      return files;
    },
    script(name) {
      const file = manifest.scripts[name];
      if (!file) throw new Error(`no script was built for the page ${name}`);
      return file;
    },
  };
}
