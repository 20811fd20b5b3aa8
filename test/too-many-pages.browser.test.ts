import { expect, test } from 'vitest';
import { isSolved } from '../server/web/http/pass.js';
import { watchPage } from './support/browser.js';
import { setSharedStage } from './support/shared-shop.js';
import { submit } from './support/walk.js';

/** The page for clients with too many requests. `server/web/http/too-many-pages.test.ts` covers who gets it. */
const stage = setSharedStage();

test('a browser solves the puzzle by itself, with nothing but the page’s own script file', async () => {
  const { origin } = stage.shop;
  const context = await stage.browser.createBrowserContext();
  const page = await context.newPage();
  const errors = watchPage(page);
  await page.goto(`${origin}/bot?back=%2FWarenkorb`);
  expect(
    await page.$$eval('script[src]', (scripts) =>
      scripts.map((script) => new URL((script as HTMLScriptElement).src).pathname),
    ),
  ).toEqual([expect.stringMatching(/^\/build\/bot-\w+\.js$/)]);
  const entered = (name: string): Promise<string> =>
    page.$eval(`input[name=${name}]`, (input) => (input as HTMLInputElement).value);
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name=solution]')?.value);
  expect(isSolved(await entered('wait'), await entered('solution'))).toBe(true);
  await submit(page, 'form[data-difficulty-bits] button');
  expect(new URL(page.url()).pathname).toBe('/Warenkorb');
  expect((await context.cookies()).map(({ name }) => name)).toContain('person');
  expect(errors).toEqual([]);
  expect(await (await fetch(`${origin}/Informationen/Impressum`)).text()).not.toContain('/build/bot-');
  await context.close();
});
