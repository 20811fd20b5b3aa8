/**
 * `NODE_OPTIONS` that shorten long waits of the marketplace, of nine seconds and more, to a twentieth. The web tier
 * keeps its times: otherwise it would close slow connections.
 */
export const hurried = `--import data:text/javascript,${encodeURIComponent(`
  import { isMainThread } from 'node:worker_threads';
  const { setTimeout: real } = globalThis;
  if (!isMainThread) globalThis.setTimeout = new Proxy(real, { apply: (target, self, [work, pause, ...rest]) =>
    Reflect.apply(target, self, [work, pause >= 9000 ? pause / 20 : pause, ...rest]) });
`)}`;
