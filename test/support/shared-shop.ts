import { afterAll, beforeAll } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { type BrowserNeeds, launchBrowser } from './browser.js';
import { type Shop, startShop } from './shop.js';

/** What a file of tests plays on: there from its first test, and from its own `beforeAll`, to its end. */
export interface Stage {
  shop: Shop;
  browser: Browser;
}

/** A shop and a browser for the file or block that calls this, ended with it; `env` as {@link startShop} takes it. */
export function setStage(env: Record<string, string> = {}, needs: BrowserNeeds = {}): Stage {
  const stage: Partial<Stage> = {};
  beforeAll(async () => {
    stage.shop = await startShop(env);
    stage.browser = await launchBrowser(needs);
  }, 120_000);
  afterAll(async () => {
    await stage.browser?.close();
    await stage.shop?.stop();
  });
  return stage as Stage;
}
