import { createWriteStream, rmSync } from 'node:fs';
import { buildIfStale } from '../../scripts/lib-run.ts';
import { startBrowserServer } from './browser-server.mts';
import { makeCatalogue } from './make-catalogue.ts';
import { startShop } from './shop.ts';

/**
 * Before the first test of the built shop: a build of the sources as they are, the catalogue that all tests copy, a
 * shop for those that need none of their own (`shared-shop.ts`), and the server of browsers. The function that it returns
 * ends them.
 */
export default async function prepare(): Promise<() => Promise<unknown>> {
  await buildIfStale();
  makeCatalogue();
  const { origin, dataDir, process: server, stop } = await startShop();
  const logFile = `${dataDir}.log`;
  server.stdout?.pipe(createWriteStream(logFile));
  process.env.SHARED_SHOP = JSON.stringify({ origin, dataDir, logFile });
  const browsers = await startBrowserServer();
  process.env.BROWSER_SERVER = browsers.origin;
  return () => Promise.all([stop().finally(() => rmSync(logFile)), browsers.stop()]);
}
