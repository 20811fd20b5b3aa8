import type { Page } from 'puppeteer';
import { expect, test } from 'vitest';
import { field, isSuggestion, ready, tabToField, visit } from './support/search-box.js';
import { setSharedStage } from './support/shared-shop.js';

/** A failed call of suggestions: only the spinner stops (spec section 7). `failing-calls` covers the log. */
const stage = setSharedStage();

/** Counts changes of the spinner, including brief ones. */
const watchSpinner = (page: Page): Promise<void> =>
  page.$eval('.search-busy', (spinner) => {
    const turns: string[] = [];
    Object.assign(window, { turns });
    const observer = new MutationObserver((changes) => turns.push(...changes.map(({ type }) => type)));
    observer.observe(spinner, { attributeFilter: ['hidden'] });
  });
const spinnerStops = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    (spinner) => {
      const { turns } = window as unknown as { turns: string[] };
      if (turns.length !== 2 || !document.querySelector<HTMLElement>(spinner)?.hidden) return false;
      turns.length = 0;
      return true;
    },
    {},
    '.search-busy',
  );

const answers = {
  'an error': { status: 503, contentType: 'application/problem+json', body: '{"code":"unavailable","status":503}' },
  rubbish: { status: 200, contentType: 'application/json', body: '{"universal":"CANARY"}' },
  'another page': { status: 200, contentType: 'text/html', body: '<p>CANARY' },
  'no answer': null,
};

test('the spinner stops, the words stay, and the next letters are answered, whatever arrives', async () => {
  const { page, context } = await visit(stage.browser, `${stage.shop.origin}/`, 360);
  await tabToField(page);
  await watchSpinner(page);
  let response: (typeof answers)[keyof typeof answers] | undefined;
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (!isSuggestion(request) || response === undefined) void request.continue();
    else if (response) void request.respond(response);
    else void request.abort();
  });
  for (const [letters, what] of [
    ['bre', 'an error'],
    ['m', 'rubbish'],
    ['s', 'another page'],
    ['s', 'no answer'],
  ] as const) {
    response = answers[what];
    // Typed at once: on a busy machine a delay between two keys would start a search.
    await page.keyboard.sendCharacter(letters);
    await spinnerStops(page);
    expect([what, await page.$('[role=listbox]')]).toEqual([what, null]);
    expect(await page.$eval('.search-box [role=status]', (status) => status.textContent)).toBe('');
    expect(await page.$(ready)).not.toBeNull();
  }
  expect(await page.$eval(field, (input) => (input as HTMLInputElement).value)).toBe('bremss');
  response = undefined;
  await page.keyboard.type('c');
  await page.waitForSelector('[role=listbox]');
  await context.close();
});
