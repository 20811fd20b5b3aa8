import type { Page } from 'puppeteer';
import { isPersonal } from './open-page.js';
import { until } from './until.js';

/**
 * Runs an action that opens another page, and waits for that page and its loader. It asks the page itself, because the
 * driver misses navigations to prefetched pages and those with a transition.
 */
export async function arrive(page: Page, act: () => Promise<unknown>): Promise<void> {
  const before = await page.evaluate(() => performance.timeOrigin);
  const from = page.url();
  await act();
  await until(`a page has come after ${from}`, async () => {
    // During a navigation no page can answer.
    const now = await page.evaluate(() => [performance.timeOrigin, document.readyState] as const).catch(() => null);
    if (now === null || now[0] === before || now[1] !== 'complete') return false;
    return page.evaluate(isPersonal, page.isJavaScriptEnabled()).catch(() => false);
  });
}

/** Clicks a button or link, and waits for its page. */
export const submit = (page: Page, place: string): Promise<void> => arrive(page, () => page.click(place));

/** Selects the option whose text matches. @returns its text */
export async function pick(page: Page, name: string, words: RegExp): Promise<string> {
  if (!(await page.$(`select[name=${name}]`))) {
    const main = await page.$eval('main', (element) => element.innerText.slice(0, 500));
    throw new Error(`${page.url()} has no field ${name}: ${main}`);
  }
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

/** Returns the first amount of a text in cents. */
export function amount(text: string): number {
  const match = text.replace(/[\s\u00a0\u202f]/g, '').match(/(-?[\d.]*\d),(\d{2})€|€(-?[\d.]*\d),(\d{2})/);
  if (!match) throw new Error(`no amount in „${text}“`);
  return Number(`${(match[1] ?? match[3] ?? '').replaceAll('.', '')}${match[2] ?? match[4]}`);
}
