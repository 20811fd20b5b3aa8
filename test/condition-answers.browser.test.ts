import type { Page } from 'puppeteer';
import { beforeAll, expect, test } from 'vitest';
import { openDevice, twoCars } from './support/device.js';
import { movesOf } from './support/page-audit.js';
import { setSharedStage } from './support/shared-shop.js';
import { arrive } from './support/walk.js';

/** A visitor's answers to fit conditions (P155), on a model with conditional parts. */
const stage = setSharedStage();
const model = '87';
interface Listed {
  id: string;
  normNumber: string;
  manufacturer: { seoName: string };
  fit: { state: string; notes: string[]; conditions?: string[] };
}
let parts: Listed[];
let list: string;
beforeAll(async () => {
  await twoCars(stage.shop.origin);
  const { spareParts } = await (await fetch(`${stage.shop.origin}/api/x/x/3-${model}-1523`)).json();
  parts = spareParts.filter(({ fit }: Listed) => fit.state === 'conditional');
  list = new URL((await fetch(`${stage.shop.origin}/x/x/3-${model}-1523`)).url).pathname;
});

const address = (part: Listed): string =>
  `/Teilenummernsuche/${part.manufacturer.seoName}/${part.normNumber}?modelId=${model}`;
const keyOf = ({ fit }: Listed): string => fit.conditions?.join('.') ?? '';
const read = async (path: string): Promise<string> => (await fetch(stage.shop.origin + path)).text();
const cardOf = (page: Page): Promise<string> =>
  page.$eval('.fit-card', (card) => (card as HTMLElement).innerText.replace(/\s+/g, ' '));
/** Returns the verdicts of a list by product, for products with a condition. */
const marksOf = (page: Page): Promise<Record<string, string>> =>
  page.$$eval('[data-if]', (marks) =>
    Object.fromEntries(marks.map((mark) => [(mark as HTMLElement).dataset.if, mark.textContent?.trim() ?? ''])),
  );

test('without script the address holds the answers, on the article, the list and side by side', async () => {
  const [part] = parts as [Listed];
  const [key, note = ''] = [keyOf(part), part.fit.notes[0]];
  const question = await read(address(part));
  expect(question).toContain(`value="${key}1"`);
  expect(question).toContain(note);
  const yes = await read(`${address(part)}&answers=${key}1`);
  expect(yes).toContain('Passt zum Golf IV 1.6 FSI');
  expect(yes).toMatch(/Nach Ihrer Angabe trifft zu/);
  expect(yes).toContain(`answers=${key}x"`);
  const no = await read(`${address(part)}&answers=${key}0`);
  expect(no).toContain('Passt nicht zum Golf IV 1.6 FSI');
  expect(no).toContain(`3-${model}-1523?answers=${key}0"`);
  const marks = (html: string): number => [...html.matchAll(/data-if="/g)].length;
  expect(marks(await read(`${list}?answers=${key}0`))).toBeLessThan(marks(await read(list)));
  const compared = await read(`/Vergleichen?ids=${part.id}&modelId=${model}&answers=${key}1`);
  expect(compared).not.toMatch(/data-if="/);
  expect(await read(`${address(part)}&answers=${key}x`)).toContain(`value="${key}1"`);
});

test('turns the mark of a line in the cart, also after its script has run or put it back', async () => {
  const [part, other] = parts as [Listed, Listed];
  const { context, page, errors, go } = await openDevice(stage, null);
  const mark = `.cart-line [data-if="${part.id}"]`;
  const refused = () =>
    page.waitForFunction((place) => document.querySelector(place)?.textContent === 'Passt nicht', {}, mark);
  await go(`/x/x/3-${model}-`);
  await page.waitForFunction(() => localStorage.vehicle);
  await go(address(part));
  await arrive(page, () => page.click('button[name=answers][value$="0"]'));
  await page.waitForFunction(() => localStorage.answers && !location.search.includes('answers='));
  await go(address(part));
  await page.waitForSelector('.fit-card.tone-bad');
  for (const each of [part, other]) {
    await go(address(each));
    // Before its verdict is shown, a part that does not fit takes a second tap.
    if (each.fit.conditions?.includes(keyOf(part))) await page.waitForSelector('.fit-card.tone-bad');
    await page.click('.buy-box .buy');
    await page.waitForSelector('.buy-box .added');
  }
  await go('/Warenkorb');
  expect(await page.$eval(mark, (element) => (element as HTMLElement).dataset.model)).toBe(model);
  await refused();
  await page.focus('.cart-line .quantity');
  await page.waitForSelector('is-land[data-island=cart-lines][data-state=ready]');
  await refused();
  await page.click(`.cart-line:has([data-if="${part.id}"]) form[action*="/Loeschen/"] button`);
  await page.waitForSelector('#undo');
  await page.click('#undo');
  await page.waitForSelector('#undo', { hidden: true });
  await refused();
  // Without a vehicle the answers apply to the line's own one.
  await page.evaluate(() => localStorage.removeItem('vehicle'));
  await go('/Warenkorb');
  await refused();
  expect(errors).toEqual([]);
  await context.close();
});

test('is kept with the car, and turns its marks until it is taken back', async () => {
  const [part] = parts as [Listed];
  const same = parts.filter((each) => keyOf(each) === keyOf(part)).map(({ id }) => id);
  const { context, page, errors, go } = await openDevice(stage, null);
  await go(list);
  expect((await marksOf(page))[part.id]).toMatch(/^Passt, wenn|^Passt bei|wenn/);
  await go(address(part));
  await arrive(page, () => page.click('button[name=answers][value$="1"]'));
  expect(await cardOf(page)).toMatch(/^Passt zum Golf IV 1.6 FSI .*Nach Ihrer Angabe trifft zu/);
  await page.waitForFunction(() => localStorage.answers && !location.search.includes('answers='));
  await go(list);
  await page.waitForFunction(
    (id) => document.querySelector(`[data-if="${id}"]`)?.textContent?.trim() === 'Passt',
    {},
    part.id,
  );
  const marks = await marksOf(page);
  expect(same.map((id) => marks[id])).toEqual(same.map(() => 'Passt'));
  expect(await movesOf(page)).toEqual([]);
  await go(address(part));
  await page.waitForFunction(() => document.querySelector('a[href*="answers="]'));
  expect(await cardOf(page)).toMatch(/^Passt zum Golf IV 1.6 FSI/);
  expect(await movesOf(page)).toEqual([]);
  await arrive(page, () => page.click('a[href*="answers="]'));
  await page.waitForFunction(() => localStorage.answers === '{}');
  expect(await cardOf(page)).toMatch(/Trifft zu/);
  expect(errors).toEqual([]);
  await context.close();
});
