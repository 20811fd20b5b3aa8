/**
 * Packages of which a program gets what it runs: what is read at the start and never called costs time before the first
 * page.
 */
import type * as esbuild from 'esbuild';
import { root } from './lib-run.ts';

/**
 * Parts of undici that the shop uses. Its index reads the browser's `fetch`, cookies and sockets as well, which read
 * those of Node: a fifth of the time in which the web tier starts.
 */
const undici = `
const Dispatcher = require('undici/lib/dispatcher/dispatcher.js');
Object.assign(Dispatcher.prototype, require('undici/lib/api/index.js'));
exports.Agent = require('undici/lib/dispatcher/agent.js');
exports.Pool = require('undici/lib/dispatcher/pool.js');
`;

/** Modules that are left out, by their path and the package that reads them. */
const empty = [
  // prom-client reads OpenTelemetry for exemplars, which the shop does not write: a shop without a collector reads none
  // of it.
  { path: /^@opentelemetry\/api$/, importer: '/prom-client/' },
  // Sentences of errors in fifty languages, half of what zod is.
  { path: /\/locales\/index\.js$/, importer: '/zod/' },
  // The half of React's server that streams: pages are rendered whole.
  { path: /\/react-dom-server\.node\.production\.js$/, importer: '/react-dom/' },
  // HTTP/2, which no pool of the shop enables.
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
