/** Omits unused parts of packages: code that a program loads and never calls delays the first page. */
import type * as esbuild from 'esbuild';
import { root } from './lib-run.ts';

/**
 * The used parts of undici. Its index also loads `fetch`, cookies and sockets, which takes a fifth of the start of a
 * web tier.
 */
const undici = `
const Dispatcher = require('undici/lib/dispatcher/dispatcher.js');
Object.assign(Dispatcher.prototype, require('undici/lib/api/index.js'));
exports.Agent = require('undici/lib/dispatcher/agent.js');
exports.Pool = require('undici/lib/dispatcher/pool.js');
`;

/** Omitted modules, by their path and the package that imports them. */
const empty = [
  // prom-client needs OpenTelemetry for exemplars only, which the shop does not write.
  { path: /^@opentelemetry\/api$/, importer: '/prom-client/' },
  // Messages in fifty languages, half of zod.
  { path: /\/locales\/index\.js$/, importer: '/zod/' },
  // Streaming in React's server; the shop renders pages in one piece.
  { path: /\/react-dom-server\.node\.production\.js$/, importer: '/react-dom/' },
  // HTTP/2, which the shop does not enable.
  { path: /^\.\/client-h2\.js$/, importer: '/undici/' },
] as const;

export const leanPackages: esbuild.Plugin = {
  name: 'lean-packages',
  setup(build) {
    build.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'lean' }));
    for (const { path, importer } of empty)
      build.onResolve({ filter: path }, (found) =>
        found.importer.includes(importer) ? { path: 'empty', namespace: 'lean' } : undefined,
      );
    build.onLoad({ filter: /./, namespace: 'lean' }, ({ path }) => ({
      contents: path === 'undici' ? undici : '',
      resolveDir: root,
    }));
  },
};
