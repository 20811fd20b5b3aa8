/**
 * Everything that browsers run: modules of islands and of single pages, what comes with the first touch, the loader.
 */
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import * as esbuild from 'esbuild';
import { targets } from './build-css.ts';
import { at, root } from './lib-run.ts';

/** Pages with a script of their own, which runs on no other page. */
const pageScripts = ['bot', 'external'];

/** Browser files of the islands and of single pages, by their addresses. */
export interface Client {
  files: string[];
  /** Files of each island: the hydrator, shared chunks, the island last. */
  islands: Record<string, string[]>;
  scripts: Record<string, string>;
}

/**
 * First line of a browser module: all of it is needed at once, so that Chromium (from 136 on) compiles it whole and
 * beside the page's own thread, not function by function while a widget is waited for. Others take it for a comment.
 */
const compileAhead = '//# allFunctionsCalledOnLoad';

const hydrator = 'client/hydrate.tsx';
const scriptSource = (name: string): string => `client/${name}.ts`;

/** Sources that browser modules begin with: the hydrator, one for each island, scripts of single pages. */
export async function clientEntries(): Promise<string[]> {
  const islands = (await readdir(at('views/islands'))).filter((name) => name.endsWith('.island.tsx'));
  return [hydrator, ...islands.map((name) => `views/islands/${name}`), ...pageScripts.map(scriptSource)];
}

const browser = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  format: 'esm',
  target: targets,
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
} satisfies esbuild.BuildOptions;

/** How browser modules are made. @param outdir folder that becomes `/build/` */
export const clientOptions = (entryPoints: string[], outdir: string) =>
  ({
    ...browser,
    entryPoints,
    outdir,
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    splitting: true,
    jsx: 'automatic',
    banner: { js: compileAhead },
    loader: { '.css': 'empty' },
    define: { 'process.env.NODE_ENV': '"production"' },
  }) satisfies esbuild.BuildOptions;

const address = (path: string): string => `/build/${basename(path)}`;

export function clientFiles({ outputs }: esbuild.Metafile): Client {
  const madeOf = (entry: string): string => {
    const found = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entry);
    if (!found) throw new Error(`nothing was built of ${entry}`);
    return found;
  };
  const withChunks = (path: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(path)) return seen;
    for (const { path: chunk, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') withChunks(chunk, seen);
    return seen.add(path);
  };
  const first = madeOf(hydrator);
  const islands: Record<string, string[]> = {};
  for (const { entryPoint } of Object.values(outputs)) {
    const name = entryPoint?.match(/^views\/islands\/(.+)\.island\.tsx$/)?.[1];
    if (!entryPoint || !name) continue;
    const last = madeOf(entryPoint);
    const chunks = new Set([...withChunks(first), ...withChunks(last)]);
    chunks.delete(first);
    chunks.delete(last);
    islands[name] = [first, ...chunks, last].map(address);
  }
  return {
    files: Object.keys(outputs).map((path) => basename(path)),
    islands,
    scripts: Object.fromEntries(pageScripts.map((name) => [name, address(madeOf(scriptSource(name)))])),
  };
}

export async function buildClient(outdir: string): Promise<Client> {
  const { metafile } = await esbuild.build(clientOptions(await clientEntries(), outdir));
  return clientFiles(metafile);
}

const later = 'client/deferred.ts';
const buying = 'client/buying.ts';

/** Files that a page runs from its first use on, by address. */
interface Later {
  deferred: [script: string, style: string];
  /** Script of pages with something to buy; whole in itself, so that it takes one request. */
  buying: string;
}

/** How what comes later is made. @param outdir folder that becomes `/build/` */
export const deferredOptions = (outdir: string) =>
  ({
    ...browser,
    entryPoints: [later, buying],
    outdir,
    entryNames: '[name]-[hash]',
  }) satisfies esbuild.BuildOptions;

export function deferredFiles({ outputs }: esbuild.Metafile): Later {
  const madeOf = (entry: string): string => {
    const found = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entry && path.endsWith('.js'));
    if (!found) throw new Error(`nothing was built of ${entry}`);
    return found;
  };
  const script = madeOf(later);
  const style = outputs[script]?.cssBundle;
  if (!style) throw new Error('what comes later has no style sheet');
  return { deferred: [address(script), address(style)], buying: address(madeOf(buying)) };
}

export async function buildDeferred(outdir: string) {
  const { metafile } = await esbuild.build(deferredOptions(outdir));
  return deferredFiles(metafile);
}

export const loaderOptions = {
  ...browser,
  entryPoints: ['client/loader.ts'],
  write: false,
  format: 'iife',
  supported: { 'dynamic-import': true },
  // Types are checked strictly; the directive that says so to browsers would be a hundredth of what a page may run.
  tsconfigRaw: {},
} satisfies esbuild.BuildOptions;

/** The loader, which every page holds inline: the text of one script without a file. */
export async function buildLoader(): Promise<string> {
  const { outputFiles } = await esbuild.build(loaderOptions);
  return outputFiles.map(({ text }) => text.trim()).join('');
}
