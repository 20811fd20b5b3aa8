import { expect, test } from 'vitest';
import { allEditions, type Edition } from '../server/web/routes/editions.js';
import { watchPage } from './support/browser.js';
import { examples } from './support/examples.js';
import { openPage } from './support/open-page.js';
import { setSharedStage } from './support/shared-shop.js';
import { until } from './support/until.js';

const stage = setSharedStage();

test('the browser takes the rules for prefetching and the data without a complaint of its policy', async () => {
  const page = await (await stage.browser.createBrowserContext()).newPage();
  const errors = watchPage(page);
  const cdp = await page.createCDPSession();
  const taken: { sourceText: string; errorType?: string; url?: string }[] = [];
  cdp.on('Preload.ruleSetUpdated', ({ ruleSet }) => taken.push(ruleSet));
  await cdp.send('Preload.enable');
  const table = await examples(stage.shop.origin);
  for (const name of ['home', 'category', 'article'] as const) {
    taken.length = 0;
    await openPage(page, stage.shop.origin + table[name].path(allEditions[0] as Edition));
    // The browser asks for the rules beside the page.
    await until('the browser has rules', () => taken.length > 0);
    expect(taken).toEqual([expect.objectContaining({ url: expect.stringContaining('/prefetch-') })]);
    expect(taken[0]?.errorType).toBeUndefined();
    expect(await page.$('script[type="application/ld+json"]')).not.toBeNull();
    expect(JSON.parse(taken[0]?.sourceText ?? '').prefetch[0].eagerness).toBe('moderate');
  }
  expect(errors).toEqual([]);
  await page.browserContext().close();
});
