/** The programs of the shop: what the build makes of `server/`. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { at, root } from './lib-run.mjs';

/**
 * Modules that are more than is used of them, and what they are instead: each thread reads, keeps and starts only that.
 * `import` of `node:http` makes Node load its whole `fetch` for the sake of names that nobody asks for; undici brings
 * another `fetch`, caches and mocks; zod has its messages in fifty languages, and ours are in `locales/`; iconv-lite has a
 * megabyte of tables for encodings that Node knows itself.
 */
const lean = {
  'node:http': `const http = process.getBuiltinModule('node:http');
    export const { Agent, createServer, get, IncomingMessage, METHODS, request, Server, ServerResponse, STATUS_CODES } = http;
    export default http;`,
  'iconv-lite': `const decoderOf = (encoding) => {
      try {
        return new TextDecoder(encoding);
      } catch {
        throw new Error('Encoding not recognized: ' + encoding);
      }
    };
    exports.encodingExists = (encoding) => {
      try {
        return decoderOf(encoding) !== undefined;
      } catch {
        return false;
      }
    };
    exports.decode = (bytes, encoding) => decoderOf(encoding).decode(bytes);
    exports.getDecoder = (encoding) => {
      const decoder = decoderOf(encoding);
      return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
    };`,
  undici: `import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
    import api from 'undici/lib/api/index.js';
    Object.assign(Dispatcher.prototype, api);
    export { default as Agent } from 'undici/lib/dispatcher/agent.js';
    export { default as Pool } from 'undici/lib/dispatcher/pool.js';`,
  '../locales/index.js': "export { default as en } from 'zod/v4/locales/en.js';",
};

const leanModules = {
  name: 'lean-modules',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, kind, importer }) => {
      if (!Object.hasOwn(lean, path)) return undefined;
      if (path === 'node:http' && kind !== 'import-statement') return { external: true };
      if (path.startsWith('.') && !/[\\/]zod[\\/]v4[\\/]/.test(importer)) return undefined;
      return { path, namespace: 'lean' };
    });
    build.onLoad({ filter: /./, namespace: 'lean' }, ({ path }) => ({ contents: lean[path], resolveDir: root }));
  },
};

/** A program with one letter beyond ASCII takes twice the room in each thread; esbuild leaves those of patterns as they are. */
const inAscii = (program) =>
  program.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What is started: by an operator, or as a thread. */
const entries = {
  server: 'server/start.ts',
  'marketplace-worker': 'server/marketplace/workers/worker.ts',
  marketplace: 'server/marketplace/workers/standalone.ts',
  demo: 'server/demo/cli.ts',
  operate: 'server/marketplace/operator/cli.ts',
  import: 'server/marketplace/import/cli.ts',
};

/** What `server.js` and `marketplace-worker.js` run, with what V8 made of it at an earlier start (`run-program.ts`). */
const programs = {
  shop: 'server/index.ts',
  'marketplace-catalogue': 'server/marketplace/workers/catalogue-room.ts',
  'marketplace-state': 'server/marketplace/workers/state-room.ts',
};

/** How modules of the one kind and of the other say where they are. */
const kinds = {
  esm: {
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  },
  cjs: {
    // Packages that are read later are so with `require`: `import()` in a script is an experiment of Node's, which it says.
    supported: { 'dynamic-import': false },
    outExtension: { '.js': '.cjs' },
    banner: { js: "(function(module,require,__url){'use strict';" },
    footer: { js: '})' },
    define: { 'import.meta.url': '__url' },
  },
};

/**
 * Everything that runs on Node: `dist/`, one file each.
 *
 * @param buildId changes with what browsers get.
 */
export async function buildServer(esbuild, buildId) {
  await Promise.all([
    bundle(esbuild, entries, 'esm', 'dist', buildId),
    bundle(esbuild, programs, 'cjs', 'dist', buildId),
  ]);
  await cp(at('server/demo/data'), at('dist/demo-data'), { recursive: true });
  await cp(at('server/marketplace/vehicles/data'), at('dist/vehicle-data'), { recursive: true });
  await cp(at('server/marketplace/search/data'), at('dist/search-data'), { recursive: true });
  await cp(at('server/web/experiments/features.json'), at('dist/features.json'));
  await cp(at('locales'), at('dist/locales'), { recursive: true });
}

/** Programs of their source files, in a folder, as `esm` or as `cjs` for `run-program.ts`. */
export async function bundle(esbuild, entryPoints, format, outdir, buildId = '') {
  const { define, ...kind } = kinds[format];
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: Object.entries(entryPoints).map(([out, path]) => ({ in: path, out })),
    outdir,
    bundle: true,
    write: false,
    platform: 'node',
    format,
    target: 'node24',
    jsx: 'automatic',
    sourcemap: true,
    // Names stay as they are, and lines short enough for a stack trace.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    legalComments: 'none',
    loader: { '.css': 'empty' },
    plugins: [leanModules],
    // The two of OpenID Connect are loaded by the first login, sharp by the first photograph, from their packages.
    external: ['openid-client', 'oidc-provider', 'sharp'],
    define: { ...define, 'process.env.NODE_ENV': '"production"', 'process.env.BUILD_ID': JSON.stringify(buildId) },
    logLevel: 'warning',
    ...kind,
  });
  await mkdir(resolve(root, outdir), { recursive: true });
  for (const { path, text } of outputFiles) await writeFile(path, path.endsWith('.map') ? text : inAscii(text));
}
