/** The programs of the shop: what the build makes of `server/`. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { at, root } from './lib-run.mjs';

/**
 * Modules that are more than is used of them, and what they are instead: each thread reads, keeps and starts only that.
 * `import` of `node:http` makes Node load its whole `fetch` for the sake of names that nobody asks for; undici brings
 * another `fetch`, caches and mocks; zod has its messages in fifty languages, and ours are in `locales/`.
 */
const lean = {
  'node:http': `const http = process.getBuiltinModule('node:http');
    export const { Agent, createServer, get, IncomingMessage, METHODS, request, Server, ServerResponse, STATUS_CODES } = http;
    export default http;`,
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

/**
 * Everything that runs on Node: `dist/`, one file each.
 *
 * @param buildId changes with what browsers get.
 */
export async function buildServer(esbuild, buildId) {
  const entries = {
    server: 'server/start.ts',
    shop: 'server/index.ts',
    'marketplace-worker': 'server/marketplace/worker.ts',
    marketplace: 'server/marketplace/standalone.ts',
    demo: 'server/marketplace/demo/cli.ts',
    operate: 'server/marketplace/operator/cli.ts',
    import: 'server/marketplace/import/cli.ts',
  };
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: Object.entries(entries).map(([out, path]) => ({ in: path, out })),
    outdir: 'dist',
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
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
    // pino starts worker files of its own and must stay a package.
    // The two of OpenID Connect are loaded by the first login, sharp by the first photograph, from their packages.
    external: ['pino', 'openid-client', 'oidc-provider', 'sharp'],
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.BUILD_ID': JSON.stringify(buildId) },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  await mkdir(at('dist'), { recursive: true });
  for (const { path, text } of outputFiles) await writeFile(path, path.endsWith('.js') ? inAscii(text) : text);
  await cp(at('server/marketplace/demo/data'), at('dist/demo-data'), { recursive: true });
  await cp(at('server/marketplace/search/data'), at('dist/search-data'), { recursive: true });
  await cp(at('server/experiments/features.json'), at('dist/features.json'));
  await cp(at('locales'), at('dist/locales'), { recursive: true });
}
