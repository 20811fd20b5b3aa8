/** Style sheets of pages: what the build makes of them, and what the server has to know to send less. */
import { readdir } from 'node:fs/promises';
import { at, root } from './lib-run.mjs';

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

/** Every word in the strings of a script: the classes that it can give to elements are among them. */
const wordsIn = (script) =>
  [...script.matchAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g)].flatMap(([text]) =>
    text.slice(1, -1).split(/[^\w-]+/),
  );

/**
 * Classes that may come into a page after it was sent: the server leaves their rules in every page of a view, and of
 * all others only what the page uses.
 *
 * @param scripts sources of everything that browsers run.
 * @returns for each view its style sheet and those classes.
 */
export async function scriptedClasses(esbuild, css, scripts) {
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
    // No class comes from a package.
    packages: 'external',
    logLevel: 'warning',
  });
  const words = (sources) =>
    sources.flatMap((source) => {
      const name = `/${source.replace(/\.tsx?$/, '.js')}`;
      return wordsIn(outputFiles.find(({ path }) => path.replaceAll('\\', '/').endsWith(name)).text);
    });
  const everywhere = words([...scripts, ...lateViews.every]);
  return Object.fromEntries(
    Object.entries(css).map(([view, text]) => {
      const there = new Set([...everywhere, ...words(lateViews[view] ?? [])]);
      const classes = new Set([...text.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name));
      return [view, { text, scripted: [...classes].filter((name) => there.has(name)).sort() }];
    }),
  );
}

/** Selectors of a style sheet that the build has minified, one by one. */
export const selectorsIn = (css) =>
  [...css.matchAll(/(?<=[{}]|^)([^{}@]+)\{/g)].flatMap(([, list]) => list.split(/,(?![^(]*\))/));
