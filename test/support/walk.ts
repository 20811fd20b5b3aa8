import type { Page } from 'puppeteer';

/**
 * Does what leads to another page and waits until that page is complete. The page itself is asked: the browser's
 * driver does not notice a navigation that a prefetch has answered.
 */
export async function arrive(page: Page, act: () => Promise<unknown>): Promise<void> {
  const before = await page.evaluate(() => performance.timeOrigin);
  await act();
  await page.waitForFunction(
    (origin) => performance.timeOrigin !== origin && document.readyState === 'complete',
    {},
    before,
  );
}

/** Submits a form and waits for the page it leads to; works with and without script on the page. */
export async function submit(page: Page, button: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.click(button)]);
}

/** Picks the option whose words match, as a person would, and returns its words. */
export async function pick(page: Page, name: string, words: RegExp): Promise<string> {
  const [value, label] = await page.$eval(
    `select[name=${name}]`,
    (select, source) => {
      const options = [...(select as HTMLSelectElement).options];
      const found = options.find((option) => option.value && new RegExp(source).test(option.text));
      if (!found) throw new Error(`none of ${options.map((option) => option.text).join(' | ')} is ${source}`);
      return [found.value, found.text];
    },
    words.source,
  );
  await page.select(`select[name=${name}]`, value as string);
  return label as string;
}

/** Euros of the first amount in a text, in cents. */
export function amount(text: string): number {
  const match = text.replace(/[\s\u00a0\u202f]/g, '').match(/(-?[\d.]*\d),(\d{2})€|€(-?[\d.]*\d),(\d{2})/);
  if (!match) throw new Error(`no amount in „${text}“`);
  return Number(`${(match[1] ?? match[3] ?? '').replaceAll('.', '')}${match[2] ?? match[4]}`);
}
