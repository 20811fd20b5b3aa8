import { createWriteStream, rmSync } from 'node:fs';
import { buildIfStale } from '../../scripts/lib-run.ts';
import { startBrowserServer } from './browser-server.mts';
import { makeCatalogue } from './make-catalogue.ts';
import { namedShopSettings } from './named-shop.ts';
import { type Shop, startShop } from './shop.ts';

/**
 * Before the first test of the built shop: a build of the sources as they are, the catalogue that all tests copy, two
 * shops for those that need none of their own (`shared-shop.ts`), and the server of browsers. The function that it
 * returns ends them.
 */
export default async function prepare(): Promise<() => Promise<unknown>> {
  await buildIfStale();
  makeCatalogue();
  const [shared, named, browsers] = await Promise.all([
    startShop().then(keepLog),
    startShop(namedShopSettings).then(keepLog),
    startBrowserServer(),
  ]);
  process.env.SHARED_SHOP = shared.known;
  process.env.NAMED_SHOP = named.known;
  process.env.BROWSER_SERVER = browsers.origin;
  return () => Promise.all([shared.stop(), named.stop(), browsers.stop()]);
}

/** Writes a shop's log into a file for the workers. @returns what they know of the shop, and its end */
function keepLog({ origin, dataDir, process: server, stop }: Shop): { known: string; stop(): Promise<void> } {
  const logFile = `${dataDir}.log`;
  server.stdout?.pipe(createWriteStream(logFile));
  return { known: JSON.stringify({ origin, dataDir, logFile }), stop: () => stop().finally(() => rmSync(logFile)) };
}
