/** Builds the programs from `server/`. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as esbuild from 'esbuild';
import { leanPackages } from './lean-packages.ts';
import { at, root } from './lib-run.ts';

/** V8 stores a program with one letter beyond ASCII at twice its size. esbuild leaves such letters in patterns. */
const inAscii = (program: string): string =>
  program.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Sources by the names of their programs. */
type Entries = Readonly<Record<string, string>>;

export const webPrograms = { shop: 'server/index.ts' } satisfies Entries;

/** Programs that start the marketplace, or that it starts. */
export const marketplaceEntries = {
  'marketplace-worker': 'server/marketplace/workers/worker.ts',
  marketplace: 'server/marketplace/workers/standalone.ts',
  import: 'server/marketplace/import/cli.ts',
  'offers-thread': 'server/marketplace/offer-commits/offers-thread.ts',
  'job-thread': 'server/marketplace/workers/job-thread.ts',
  'check-store': 'server/marketplace/state/check-store.ts',
} satisfies Entries;

/** Programs that `marketplace-worker.js` starts. */
export const marketplacePrograms = {
  'marketplace-catalogue': 'server/marketplace/workers/catalogue-service.ts',
  'marketplace-state': 'server/marketplace/workers/state-service.ts',
  'marketplace-store': 'server/marketplace/catalogue-store/follow-store.ts',
} satisfies Entries;

export const demoEntry = { demo: 'server/demo/cli.ts' } satisfies Entries;

/** Folders and files that the programs read, by their names beside the programs. */
export const programData = {
  'demo-data': 'server/demo/data',
  'vehicle-data': 'server/marketplace/vehicles/data',
  'search-data': 'server/marketplace/search/words/data',
  'features.json': 'server/web/experiments/features.json',
  locales: 'locales',
} satisfies Entries;

/** Options of ES modules and of scripts. */
const kinds = {
  esm: {
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  },
  cjs: {
    // `import()` in a script is experimental in Node, which prints a warning. So packages are loaded with `require`.
    supported: { 'dynamic-import': false },
    outExtension: { '.js': '.cjs' },
    banner: { js: "'use strict';const __url=require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': '__url' },
  },
} satisfies Record<string, esbuild.BuildOptions>;

/** Options of programs: one file each. A CommonJS program starts in a tenth less CPU time than a module (P62). */
export function programOptions(entries: Entries, format: 'esm' | 'cjs', outdir: string) {
  const kind: esbuild.BuildOptions = kinds[format];
  return {
    absWorkingDir: root,
    entryPoints: Object.entries(entries).map(([out, path]) => ({ in: path, out })),
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node24',
    jsx: 'automatic',
    sourcemap: true,
    // Stack traces need the positions alone, and the texts of the sources are half of the bytes.
    sourcesContent: false,
    metafile: true,
    // Keeps names, and lines that are short enough for a stack trace.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    legalComments: 'none',
    loader: { '.css': 'empty' },
    // These packages are loaded at their first use: by a login, a mail, a photograph, DATABASE_URL, a collector.
    external: ['nodemailer', 'oidc-provider', 'openid-client', 'pg', 'sharp', '@opentelemetry/*'],
    logLevel: 'warning',
    ...kind,
    write: false as const,
    format,
    define: { ...kind.define, 'process.env.NODE_ENV': '"production"' },
  } satisfies esbuild.BuildOptions;
}

/**
 * Takes packages from the tools of the build, so that the demonstration can be bundled while npm installs the packages
 * of the shop. `scripts/package.json` has the few that the demonstration needs, in the versions of the shop.
 */
export const packagesOfTools: esbuild.Plugin = {
  name: 'packages-of-tools',
  setup(build) {
    const resolveDir = at('scripts');
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer }) => {
      if (kind === 'entry-point' || !importer.startsWith(at('server'))) return undefined;
      const found = await build.resolve(path, { kind, resolveDir });
      if (found.external || found.path.startsWith(at('scripts/node_modules'))) return found;
      return { errors: [{ text: `${path} is missing in scripts/package.json` }] };
    });
  },
};

/** Bundles programs of their source files into a folder. */
export async function bundle(
  entries: Entries,
  format: 'esm' | 'cjs',
  outdir: string,
  plugins: esbuild.Plugin[] = [],
): Promise<void> {
  const { outputFiles } = await esbuild.build({
    ...programOptions(entries, format, outdir),
    plugins: [...plugins, leanPackages],
  });
  await mkdir(resolve(root, outdir), { recursive: true });
  for (const { path, text } of outputFiles) await writeFile(path, path.endsWith('.map') ? text : inAscii(text));
}

const copyData = (outdir: string): Promise<unknown> =>
  Promise.all(
    Object.entries(programData).map(([name, source]) => cp(at(source), join(at(outdir), name), { recursive: true })),
  );

/** Bundles the demonstration alone into a folder of its own, before the packages of the shop are installed. */
export const buildDemo = (outdir: string): Promise<unknown> =>
  Promise.all([bundle(demoEntry, 'esm', outdir, [packagesOfTools]), copyData(outdir)]);

/** Bundles the marketplace and the commands into `dist/`, with the files that they read. */
export async function buildPrograms(): Promise<void> {
  const entries = {
    server: 'server/start.ts',
    operate: 'server/marketplace/operator/cli.ts',
    ...marketplaceEntries,
    ...demoEntry,
  };
  await Promise.all([bundle(entries, 'esm', 'dist'), bundle(marketplacePrograms, 'cjs', 'dist'), copyData('dist')]);
}
