/** Everything that browsers run: modules of islands and of single pages, what comes with the first touch, the loader. */
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { targets } from './build-css.mjs';
import { at, root } from './lib-run.mjs';

/** Pages with a script of their own, which runs on no other page. */
const pageScripts = ['bot', 'external'];

/**
 * First line of a browser module: all of it is needed at once, so that Chromium (from 136 on) compiles it whole and beside
 * the page's own thread, not function by function while a widget is waited for. Others take it for a comment.
 */
const compileAhead = '//# allFunctionsCalledOnLoad';

/** Browser modules: the hydrator, one entry per island, shared chunks, scripts of single pages. */
export async function buildClient(esbuild, plugins) {
  const islands = (await readdir(at('views/islands'))).filter((name) => name.endsWith('.island.tsx'));
  const entries = [
    'client/hydrate.tsx',
    ...islands.map((name) => `views/islands/${name}`),
    ...pageScripts.map((name) => `client/${name}.ts`),
  ];
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: 'static/build',
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    bundle: true,
    plugins,
    splitting: true,
    format: 'esm',
    minify: true,
    target: targets,
    jsx: 'automatic',
    metafile: true,
    legalComments: 'none',
    banner: { js: compileAhead },
    loader: { '.css': 'empty' },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  const outputs = Object.entries(metafile.outputs);
  const outputOf = (entry) => outputs.find(([, output]) => output.entryPoint === entry)?.[0];
  const withChunks = (path, seen = new Set()) => {
    if (seen.has(path)) return seen;
    for (const { path: chunk, kind } of metafile.outputs[path].imports)
      if (kind === 'import-statement') withChunks(chunk, seen);
    return seen.add(path);
  };
  const url = (path) => `/build/${basename(path)}`;
  const hydrator = outputOf('client/hydrate.tsx');
  const islandFiles = {};
  for (const name of islands) {
    const output = outputOf(`views/islands/${name}`);
    const chunks = new Set([...withChunks(hydrator), ...withChunks(output)]);
    chunks.delete(hydrator);
    chunks.delete(output);
    islandFiles[name.replace('.island.tsx', '')] = [hydrator, ...chunks, output].map(url);
  }
  const scripts = Object.fromEntries(pageScripts.map((name) => [name, url(outputOf(`client/${name}.ts`))]));
  return { files: outputs.map(([path]) => basename(path)), islands: islandFiles, scripts, entries };
}

/** What the loader brings when the page rests: one script and its style sheet. */
export async function buildLater(esbuild, plugins) {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['client/later.ts'],
    outdir: 'static/build',
    entryNames: '[name]-[hash]',
    bundle: true,
    plugins,
    format: 'esm',
    minify: true,
    target: targets,
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  const files = Object.keys(metafile.outputs).map((path) => basename(path));
  return { files, later: ['.js', '.css'].map((ending) => `/build/${files.find((name) => name.endsWith(ending))}`) };
}

/** The loader, which every page holds inline: the text of one script without a file. */
export async function buildLoader(esbuild, plugins) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['client/loader.ts'],
    bundle: true,
    plugins,
    write: false,
    minify: true,
    format: 'iife',
    target: targets,
    legalComments: 'none',
    supported: { 'dynamic-import': true },
    // Types are checked strictly; the directive that says so to browsers would be a hundredth of what a page may run.
    tsconfigRaw: {},
    logLevel: 'warning',
  });
  return outputFiles[0].text.trim();
}
