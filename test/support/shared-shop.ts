import { readFileSync } from 'node:fs';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll } from 'vitest';
import { type BrowserNeeds, openBrowser } from './browser.js';
import { type LogLine, type RunningShop, type Shop, startShop } from './shop.js';

/** Shop of a test file: it exists from the file's `beforeAll` to its end. */
export interface Stage<Place extends RunningShop = SharedShop> {
  shop: Place;
  browser: Browser;
}

/** The shop of the whole run. */
export interface SharedShop extends RunningShop {
  /** Its log so far, of all test files. */
  log(): LogLine[];
}

/**
 * The shop of the whole run as an operator starts it, which `prepare.mts` has started. Carts and logins are a visitor's
 * own in it; its process and its data belong to nobody: a test that wants those starts a shop.
 */
export function sharedShop(): SharedShop {
  const { SHARED_SHOP: known } = process.env;
  if (!known) throw new Error('no shop was started before the tests');
  const { origin, dataDir, logFile } = JSON.parse(known);
  const log = (): LogLine[] => {
    const lines = readFileSync(logFile, 'utf8').split('\n').slice(0, -1);
    return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  };
  return { origin, dataDir, log };
}

/** A shop for the file or block that calls this, as {@link startShop} takes `env`, and a browser, ended with it. */
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

/** The shop of the whole run, and a browser for the file or block that calls this, ended with it. */
export function setSharedStage(needs: BrowserNeeds = {}): Stage {
  const stage: Partial<Stage> = { shop: sharedShop() };
  beforeAll(async () => {
    stage.browser = await openBrowser(needs);
  });
  afterAll(() => stage.browser?.close());
  return stage as Stage;
}
