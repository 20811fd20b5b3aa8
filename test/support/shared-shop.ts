import { readFileSync } from 'node:fs';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll } from 'vitest';
import { type BrowserNeeds, openBrowser } from './browser.js';
import { type LogLine, type RunningShop, type Shop, startShop } from './shop.js';

/** Shop of a test file, from its `beforeAll` to its end. */
export interface Stage<Place extends RunningShop = SharedShop> {
  shop: Place;
  browser: Browser;
}

/** The shop that all test files of a run share. */
export interface SharedShop extends RunningShop {
  /** Its log so far, for all test files. */
  log(): LogLine[];
}

/**
 * Returns the shop that all test files share; `prepare.mts` has started it. Carts and logins belong to visitors. A test
 * that needs the process or the data starts its own shop.
 */
export const sharedShop = (): SharedShop => knownShop(process.env.SHARED_SHOP);

/** Returns the shared shop whose address search engines know (`shops.ts`). */
export const namedShop = (): SharedShop => knownShop(process.env.NAMED_SHOP);

function knownShop(known: string | undefined): SharedShop {
  if (!known) throw new Error('no shop was started before the tests');
  const { origin, dataDir, logFile } = JSON.parse(known);
  const log = (): LogLine[] => {
    const lines = readFileSync(logFile, 'utf8').split('\n').slice(0, -1);
    return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  };
  return { origin, dataDir, log };
}

/** Starts a shop and a browser for the calling file or block, and ends them with it; `env` as in {@link startShop}. */
export function setStage(env: Record<string, string>, needs: BrowserNeeds = {}): Stage<Shop> {
  const stage: Partial<Stage<Shop>> = {};
  beforeAll(async () => {
    stage.shop = await startShop(env);
    stage.browser = await openBrowser(needs);
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.shop?.stop();
  });
  return stage as Stage<Shop>;
}

/** Opens a browser for the calling file or block, with the shared shop. */
export function setSharedStage(needs: BrowserNeeds = {}): Stage {
  const stage: Partial<Stage> = { shop: sharedShop() };
  beforeAll(async () => {
    stage.browser = await openBrowser(needs);
  });
  afterAll(() => stage.browser?.close());
  return stage as Stage;
}
