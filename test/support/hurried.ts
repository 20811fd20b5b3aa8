/**
 * `NODE_OPTIONS` of a shop whose waits of nine seconds and more, such as the one after a failure, are over twenty times
 * as soon.
 */
export const hurried = `--import data:text/javascript,${encodeURIComponent(`
  const { setTimeout: real } = globalThis;
  globalThis.setTimeout = new Proxy(real, { apply: (target, self, [work, pause, ...rest]) =>
    Reflect.apply(target, self, [work, pause >= 9000 ? pause / 20 : pause, ...rest]) });
`)}`;
