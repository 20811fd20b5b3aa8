/** The browser files: modules of islands and single pages, the deferred scripts, and the loader. */
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import * as esbuild from 'esbuild';
import { targets } from './build-css.ts';
import { at, root } from './lib-run.ts';

/** Scripts of single pages. */
const pageScripts = ['bot', 'external'];

/** Addresses of the browser files. */
export interface Client {
  files: string[];
  /** Files of each island: the hydrator, shared chunks, the island last. */
  islands: Record<string, string[]>;
  scripts: Record<string, string>;
}

/**
 * First line of a browser module. Chromium since version 136 then compiles the whole module on another thread, not
 * function by function on the page's thread. Other browsers read a comment.
 */
const compileAhead = '//# allFunctionsCalledOnLoad';

const hydrator = 'client/hydrate.tsx';
const scriptSource = (name: string): string => `client/${name}.ts`;

/** Entry sources: the hydrator, the islands, the scripts of single pages. */
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

/** Options of the browser modules. @param outdir folder that becomes `/build/` */
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

/** The script that was built from an entry source. */
function scriptOf(entry: string, { outputs }: esbuild.Metafile): string {
  const found = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entry && path.endsWith('.js'));
  if (!found) throw new Error(`nothing was built from ${entry}`);
  return found;
}

export function clientFiles(metafile: esbuild.Metafile): Client {
  const { outputs } = metafile;
  const withChunks = (path: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(path)) return seen;
    for (const { path: chunk, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') withChunks(chunk, seen);
    return seen.add(path);
  };
  const first = scriptOf(hydrator, metafile);
  const islands: Record<string, string[]> = {};
  for (const { entryPoint } of Object.values(outputs)) {
    const name = entryPoint?.match(/^views\/islands\/(.+)\.island\.tsx$/)?.[1];
    if (!entryPoint || !name) continue;
    const last = scriptOf(entryPoint, metafile);
    const chunks = new Set([...withChunks(first), ...withChunks(last)]);
    chunks.delete(first);
    chunks.delete(last);
    islands[name] = [first, ...chunks, last].map(address);
  }
  return {
    files: Object.keys(outputs).map((path) => basename(path)),
    islands,
    scripts: Object.fromEntries(pageScripts.map((name) => [name, address(scriptOf(scriptSource(name), metafile))])),
  };
}

export async function buildClient(outdir: string): Promise<Client> {
  const { metafile } = await esbuild.build(clientOptions(await clientEntries(), outdir));
  return clientFiles(metafile);
}

const later = 'client/deferred.ts';
const buying = 'client/buying.ts';

/** Files that a page loads at its first use, by address. */
interface Later {
  deferred: [script: string, style: string];
  /** Script of pages with something to buy, in one file. */
  buying: string;
}

/** Options of the deferred scripts. @param outdir folder that becomes `/build/` */
export const deferredOptions = (outdir: string) =>
  ({ ...browser, entryPoints: [later, buying], outdir, entryNames: '[name]-[hash]' }) satisfies esbuild.BuildOptions;

export function deferredFiles(metafile: esbuild.Metafile): Later {
  const script = scriptOf(later, metafile);
  const style = metafile.outputs[script]?.cssBundle;
  if (!style) throw new Error('the deferred script has no style sheet');
  return { deferred: [address(script), address(style)], buying: address(scriptOf(buying, metafile)) };
}

export async function buildDeferred(outdir: string) {
  const { metafile } = await esbuild.build(deferredOptions(outdir));
  return deferredFiles(metafile);
}

export const loaderOptions = {
  ...browser,
  entryPoints: ['client/loader.ts', 'client/buying-loader.ts'],
  outdir: '.',
  write: false,
  format: 'iife',
  supported: { 'dynamic-import': true },
  // Omits the directive 'use strict', which would be a hundredth of a page's script.
  tsconfigRaw: {},
} satisfies esbuild.BuildOptions;

/** The texts of the inline scripts: of most pages, and of those with something to buy. */
export const loaderTexts = ({ outputFiles }: { outputFiles: readonly { text: string }[] }): string[] =>
  outputFiles.map(({ text }) => text.trim());

export const buildLoaders = async (): Promise<string[]> => loaderTexts(await esbuild.build(loaderOptions));
