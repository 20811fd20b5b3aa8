/**
 * `NODE_OPTIONS` of a shop whose marketplace waits a twentieth of nine seconds and more, such as after a failure. The web
 * tier keeps its times: it would close connections that take half a second.
 */
export const hurried = `--import data:text/javascript,${encodeURIComponent(`
  import { isMainThread } from 'node:worker_threads';
  const { setTimeout: real } = globalThis;
  if (!isMainThread) globalThis.setTimeout = new Proxy(real, { apply: (target, self, [work, pause, ...rest]) =>
    Reflect.apply(target, self, [work, pause >= 9000 ? pause / 20 : pause, ...rest]) });
`)}`;
