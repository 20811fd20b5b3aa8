/**
 * A process of `npm run dev`. The first message names packages to load in advance, the second one the program to start.
 * The process ends with its parent.
 */
import { pathToFileURL } from 'node:url';

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
  // The import starts the marketplace; the web tier has a function for its start.
  await program.startShop?.(null);
  process.channel?.unref();
});
