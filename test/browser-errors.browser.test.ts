import { expect, test } from '@jest/globals';
import { css } from './support/class-names.js';
import { openPage } from './support/open-page.js';
import { setStage } from './support/shared-shop.js';

/** Errors of pages in a real browser. */
const stage = setStage({ VITALS_SAMPLE: '100' });

async function touched(path: string) {
  const page = await stage.browser.newPage();
  const told: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/browser-errors')) told.push(JSON.parse(request.postData() ?? '{}'));
  });
  await openPage(page, stage.shop.origin + path);
  await page.click('h1');
  await page.waitForSelector(css('.loading-bar'));
  return { page, told };
}

test('an error, or a promise that nobody caught, is told once for a page, and nothing of what it was about', async () => {
  const { page, told } = await touched('/fr-FR/');
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/browser-errors'));
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('canary');
    });
    void Promise.reject(new Error('canary'));
  });
  expect((await answered).status()).toBe(204);
  await page.evaluate(() => void Promise.reject(new Error('canary')));
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(told).toEqual([
    {
      build: await page.evaluate(() => document.documentElement.dataset.build),
      chunk: 'page',
      kind: expect.stringMatching(/^(error|rejection)$/),
      locale: 'fr-FR',
      route: 'home',
    },
  ]);
  expect(JSON.stringify(stage.shop.log)).not.toContain('canary');
  await page.close();
});

test('errors of extensions and of other sites are not ours', async () => {
  const { page, told } = await touched('/');
  await page.evaluate(() => {
    const error = new Error('x');
    error.stack = 'Error: x\n at f (chrome-extension://abc/content.js:1:1)';
    dispatchEvent(new ErrorEvent('error', { error, filename: 'chrome-extension://abc/content.js' }));
  });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(told).toEqual([]);
  await page.close();
});

test('a widget that crashes at its first touch is told, though what tells errors comes after it', async () => {
  const page = await stage.browser.newPage();
  await openPage(page, `${stage.shop.origin}/`);
  await page.$eval('is-land[data-island=vehicle-picker]', (place) => {
    const props = JSON.parse((place as HTMLElement).dataset.props ?? '{}');
    (place as HTMLElement).dataset.props = JSON.stringify({ ...props, texts: null });
  });
  const told = page.waitForRequest((request) => request.url().endsWith('/api/browser-errors'));
  await page.focus('select[name=manufacturerId]');
  expect(JSON.parse((await told).postData() ?? '{}')).toMatchObject({
    route: 'home',
    chunk: expect.stringMatching(/\.js$/),
  });
  await page.close();
});
