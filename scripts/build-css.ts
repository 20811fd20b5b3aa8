/** Style sheets of pages, and the facts that let the server omit rules. */
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import * as esbuild from 'esbuild';
import type { StyleChunk } from '../server/web/assets/style-sheet.ts';
import { at, root } from './lib-run.ts';
import { chunksOf, selectorsIn, wordsIn } from './split-css.ts';

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

/** Views whose HTML scripts add to a sent page: dialogs on every page, parts of a section on its page. */
const everyPage = ['views/pages/menu.view.tsx', 'views/pages/countries.view.tsx', 'views/pages/consent.view.tsx'];
const ofPage: Readonly<Record<string, readonly string[]>> = {
  article: [
    'views/components/article/fit-card.tsx',
    'views/components/article/offer-table.tsx',
    'views/components/article/fitting-vehicles.tsx',
  ],
};

/**
 * Takes the style sheets of all views apart and keeps each part once: `views` names those of a view by their place
 * among `chunks`. Every page carries the rules of classes that a script may add later, except those in `late`, which
 * browsers load on the first interaction. Each word in a text of a script counts as such a class.
 *
 * @param css style sheet by view.
 * @param scripts sources of everything that browsers run.
 * @param late style sheet that every page fetches.
 */
export async function styleChunks(
  css: Readonly<Record<string, string>>,
  scripts: readonly string[],
  late: string,
): Promise<{ chunks: StyleChunk[]; views: Record<string, number[]> }> {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [...scripts, ...everyPage, ...Object.values(ofPage).flat()],
    outdir: 'dist/late',
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: targets,
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    // Packages have no class names.
    packages: 'external',
    logLevel: 'warning',
  });
  const wordsOf = (sources: readonly string[]): string[] =>
    sources.flatMap((source) => {
      const name = `/${source.replace(/\.tsx?$/, '.js')}`;
      const built = outputFiles.find(({ path }) => path.replaceAll('\\', '/').endsWith(name));
      if (!built) throw new Error(`nothing was built from ${source}`);
      return wordsIn(built.text);
    });
  const everywhere = wordsOf([...scripts, ...everyPage]);
  const lateSelectors = selectorsIn(late);
  /** The place of each chunk by its JSON. */
  const places = new Map<string, number>();
  const views = Object.fromEntries(
    Object.entries(css).map(([view, text]) => {
      const scripted = new Set([...everywhere, ...wordsOf(ofPage[view] ?? [])]);
      const chunks = chunksOf(text, (name, selector) => scripted.has(name) && !lateSelectors.has(selector));
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
  return { chunks: [...places.keys()].map((key) => JSON.parse(key)), views };
}
