/** Style sheets of pages: what the build makes of them, and what the server has to know to send less. */
import { readdir } from 'node:fs/promises';
import { at, root } from './lib-run.ts';
import { chunksOf, selectorsIn } from './split-css.mjs';

/** Oldest browsers that get more than plain pages (D70). */
export const targets = ['chrome109', 'edge109', 'firefox115', 'safari15.4'];

/** One style sheet per page: the CSS that the import graph of its view and of the layout reaches, in import order. */
export async function buildCss(esbuild, plugins) {
  const views = (await readdir(at('views/pages'))).filter((name) => name.endsWith('.view.tsx'));
  const css = {};
  for (const name of views) {
    const { outputFiles } = await esbuild.build({
      absWorkingDir: root,
      stdin: {
        contents: `import './views/layout/layout.js'; import './views/pages/${name.replace('.tsx', '.js')}';`,
        resolveDir: root,
        loader: 'ts',
      },
      outdir: 'dist/css',
      bundle: true,
      write: false,
      minify: true,
      target: targets,
      jsx: 'automatic',
      // Files of `static/` are addresses, not sources.
      external: ['react', 'react/jsx-runtime', 'react-dom', 'zod', 'i18next'],
      plugins,
      logLevel: 'warning',
    });
    css[name.replace('.view.tsx', '')] = outputFiles.find(({ path }) => path.endsWith('.css'))?.text.trim() ?? '';
  }
  return css;
}

/** Views whose HTML comes into pages that were sent without it: dialogs everywhere, the rest of a section on its page. */
const lateViews = {
  every: ['views/pages/menu.view.tsx', 'views/pages/countries.view.tsx', 'views/pages/consent.view.tsx'],
  article: ['views/components/article/offer-table.tsx', 'views/components/article/fitting-vehicles.tsx'],
};

/** The classes that a script can give to elements, as the plugin of `shortNames` marks them. */
const classesIn = (script) => [...script.matchAll(/class:(\w+)/g)].map(([, name]) => name);

/**
 * The style sheets of all views in parts, each part once: `views` names those of a view by their place among `chunks`.
 * Rules of classes that script may add later are in every page, except those in `late`, which is loaded on the first
 * interaction.
 *
 * @param css style sheet by view.
 * @param scripts sources of everything that browsers run.
 * @param late style sheet that every page fetches.
 * @param marking plugin that marks classes.
 */
export async function styleChunks(esbuild, css, scripts, late, marking) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [...scripts, ...Object.values(lateViews).flat()],
    outdir: 'dist/late',
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: targets,
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    plugins: [marking],
    // No class comes from a package.
    packages: 'external',
    logLevel: 'warning',
  });
  const classesOf = (sources) =>
    sources.flatMap((source) => {
      const name = `/${source.replace(/\.tsx?$/, '.js')}`;
      return classesIn(outputFiles.find(({ path }) => path.replaceAll('\\', '/').endsWith(name)).text);
    });
  const everywhere = classesOf([...scripts, ...lateViews.every]);
  const lateSelectors = selectorsIn(late);
  const places = new Map();
  const views = Object.fromEntries(
    Object.entries(css).map(([view, text]) => {
      const scripted = new Set([...everywhere, ...classesOf(lateViews[view] ?? [])]);
      const chunks = chunksOf(text, (name, selector) => scripted.has(name) && !lateSelectors.has(selector));
      return [
        view,
        chunks.map((chunk) => {
          const key = JSON.stringify(chunk);
          if (!places.has(key)) places.set(key, places.size);
          return places.get(key);
        }),
      ];
    }),
  );
  return { chunks: [...places.keys()].map((key) => JSON.parse(key)), views };
}
