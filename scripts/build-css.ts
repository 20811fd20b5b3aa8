/** Style sheets of pages, and the facts that let the server omit rules. */
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import * as esbuild from 'esbuild';
import type { StyleChunk } from '../server/web/assets/style-sheet.ts';
import { writeHashed } from './build-pictures.ts';
import { at, root } from './lib-run.ts';
import { chunksOf, lowerSheet, withConstants } from './split-css.ts';

/** The oldest supported browsers (D70). */
export const targets = ['chrome109', 'edge109', 'firefox115', 'safari15.4'];

/** A module for each view that imports the layout and the view. */
const pages: esbuild.Plugin = {
  name: 'pages',
  setup(build) {
    build.onResolve({ filter: /^page:/ }, ({ path }) => ({ path: path.slice('page:'.length), namespace: 'page' }));
    build.onLoad({ filter: /./, namespace: 'page' }, ({ path }) => ({
      contents: `import './views/layout/layout.js'; import './views/pages/${path.replace('.tsx', '.js')}';`,
      resolveDir: root,
    }));
  },
};

/** One style sheet per page: the CSS that its view and the layout import, in this order. */
export async function buildCss(): Promise<Record<string, string>> {
  const views = (await readdir(at('views/pages'))).filter((name) => name.endsWith('.view.tsx'));
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: views.map((name) => ({ in: `page:${name}`, out: basename(name, '.view.tsx') })),
    outdir: 'dist/css',
    bundle: true,
    write: false,
    minify: true,
    target: targets,
    jsx: 'automatic',
    external: ['react', 'react/jsx-runtime', 'react-dom', 'zod', 'i18next'],
    plugins: [pages],
    logLevel: 'warning',
  });
  return Object.fromEntries(
    views.map((name) => {
      const view = basename(name, '.view.tsx');
      return [view, outputFiles.find(({ path }) => basename(path) === `${view}.css`)?.text.trim() ?? ''];
    }),
  );
}

/**
 * Takes the style sheets of all views apart and keeps each part once: `views` names those of a view by their place
 * among `chunks`. Writes the sheets for what follows the first views; `lower` has their addresses.
 *
 * @param css style sheet by view.
 * @param folder that becomes `/build/`
 */
export async function styleChunks(css: Readonly<Record<string, string>>, folder: string) {
  /** The place of each chunk by its JSON. */
  const places = new Map<string, number>();
  const lower: Record<string, string> = {};
  const views = Object.fromEntries(
    Object.entries(css).map(([view, text]) => {
      const chunks = chunksOf(withConstants(text));
      lower[view] = lowerSheet(text);
      return [
        view,
        chunks.map((chunk) => {
          const key = JSON.stringify(chunk);
          const place = places.get(key) ?? places.size;
          places.set(key, place);
          return place;
        }),
      ];
    }),
  );
  for (const [view, text] of Object.entries(lower))
    lower[view] = `/build/${await writeHashed(folder, 'lower', 'css', text)}`;
  return { chunks: [...places.keys()].map((key): StyleChunk => JSON.parse(key)), views, lower };
}
