/**
 * A program of `npm run dev`. Its first message names packages to load; its second one, the program to start, which is
 * then quick. It ends with the program that has started it.
 */
import { pathToFileURL } from 'node:url';

/** Packages to read, then the file of the program with variables for it. */
export type Order = { packages: readonly string[] } | { start: string; env: Readonly<Record<string, string>> };

process.once('disconnect', () => process.exit());
let reading: Promise<unknown> = Promise.resolve();
process.on('message', async (order: Order) => {
  if ('packages' in order) {
    reading = Promise.all(order.packages.map((name) => import(name)));
    return;
  }
  Object.assign(process.env, order.env);
  await reading;
  const program = await import(pathToFileURL(order.start).href);
  // The marketplace starts by being read.
  await program.startShop?.(null);
  process.channel?.unref();
});
