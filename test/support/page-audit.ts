import { createRequire } from 'node:module';
import type { Page } from 'puppeteer';

/** Checks of a loaded page for eyes, thumb and screen reader; returns its faults. */
const { source } = createRequire(import.meta.url)('axe-core') as { source: string };

interface AxeGlobal {
  axe: { run(within: string, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
}

/** WCAG 2.2 AA and what axe calls best practice, but for the rules named; of one element where `within` selects it. */
export async function violations(
  page: Page,
  { but = [], within = 'html' }: { but?: readonly string[]; within?: string } = {},
): Promise<string[]> {
  // By the debugger's way in, which no policy of the page forbids.
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(source);
  const found = await page.evaluate(
    async (selector, ignored) => {
      const { axe } = globalThis as unknown as AxeGlobal;
      const rules = Object.fromEntries(ignored.map((rule) => [rule, { enabled: false }]));
      const { violations: found } = await axe.run(selector, {
        resultTypes: ['violations'],
        rules: { 'target-size': { enabled: true }, ...rules },
      });
      return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
    },
    within,
    but,
  );
  return found.map((error) => `${new URL(page.url()).pathname} ${error}`);
}

/** Elements that overflow the screen, and words that are cut off; one line each. */
export function overflows(page: Page): Promise<string[]> {
  return page.evaluate(
    (readAloud, enlarged) => {
      const found: string[] = [];
      const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth;
      const name = (element: Element): string =>
        `<${element.localName} class="${element.className}"> ${element.textContent?.trim().slice(0, 40)}`;
      if (wider > 0) {
        const beyond = [...document.body.querySelectorAll('*')].filter(
          (element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5,
        );
        found.push(`${wider} px wider than the screen: ${beyond.slice(-1).map(name)}`);
      }
      for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
        const { overflowX, overflowY, position, textOverflow } = getComputedStyle(element);
        // Text for screen readers is cut off on purpose, and so is the name of the vehicle in the header.
        if (position === 'absolute' || textOverflow === 'ellipsis' || element.closest(`svg, ${readAloud}`)) continue;
        // A table that is read by moving it says so, and the keyboard moves it as well (WCAG 2.2, 1.4.10).
        if (element.matches('[aria-label][tabindex="0"]') && overflowX === 'auto') continue;
        // A picture enlarged is larger than the screen: that is what it is for.
        if (element.matches(enlarged)) continue;
        const cutsX = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
        const cutsY = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1;
        if (element.clientWidth > 0 && (cutsX || cutsY) && !element.matches('html, body, input, select'))
          found.push(`cut off: ${name(element)}`);
      }
      return found;
    },
    '.visually-hidden',
    '.zoom-view',
  );
}

/** Things to press that are lower or narrower than 44 px; links in a line of text are held to their height only. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((unseen) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary')) {
      if (!element.checkVisibility() || element.closest(unseen)) continue;
      // A mark in a drawing: the list below it has the same link.
      if (element.closest('svg')) continue;
      let box = element.getBoundingClientRect();
      if (getComputedStyle(element, '::after').position === 'absolute' && element.offsetParent)
        box = element.offsetParent.getBoundingClientRect();
      if (element.matches('[type=checkbox], [type=radio]'))
        box = (element.closest('label') ?? element).getBoundingClientRect();
      const isInText = getComputedStyle(element).display === 'inline';
      if (box.height < 43.5 || (!isInText && box.width < 43.5))
        found.push(`${Math.round(box.width)} × ${Math.round(box.height)}: ${element.outerHTML.slice(0, 120)}`);
    }
    return found;
  }, '.visually-hidden, .skip-link');
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Element | Text | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Sum of layout shifts that a pixel rounded otherwise makes; no eye sees it. */
export const smallestShift = 0.001;
/** Begins to note what moves while a page loads; before its first navigation. */
export async function watchShifts(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const seen = { shift: 0, moves: [] as string[] };
    Object.assign(globalThis, { seen });
    const box = ({ x, y, width, height }: DOMRectReadOnly): string =>
      `${[x, y].map(Math.round)} (${[width, height].map(Math.round).join(' × ')})`;
    const name = (node: Element | Text | null): string => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element ? `${element.parentElement?.localName} > ${element.outerHTML.slice(0, 60)}` : 'something gone';
    };
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources, startTime } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        // A line that ends where its box does and grows by a word is reported as having moved to where it was.
        if (sources.length > 0 && sources.every((source) => box(source.previousRect) === box(source.currentRect)))
          continue;
        seen.shift += value;
        for (const { node, previousRect, currentRect } of sources)
          seen.moves.push(
            `after ${Math.round(startTime)} ms ${name(node)}: ${box(previousRect)} to ${box(currentRect)}`,
          );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
/** Sum of all layout shifts since the page was asked for, and what moved from where to where. */
export const shifted = (page: Page): Promise<{ shift: number; moves: string[] }> =>
  page.evaluate(() => (globalThis as unknown as { seen: { shift: number; moves: string[] } }).seen);

/** The focused element if its focus is invisible; null if it is visible. */
const unseen = (page: Page): Promise<string | null> =>
  page.evaluate(
    (wideButton, hiddenRadio) => {
      const element = document.activeElement as HTMLElement | null;
      if (!element || element === document.body) return null;
      // A radio that is hidden shows its focus on its label; a button that is wider than its word, there.
      const word = element.matches(wideButton)
        ? [...element.children].find((child) => child.checkVisibility())
        : undefined;
      const shown = word ?? (element.matches(hiddenRadio) ? (element.nextElementSibling ?? element) : element);
      const { outlineStyle, outlineWidth } = getComputedStyle(shown);
      const box = shown.getBoundingClientRect();
      const isInView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
      const isSeen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && isInView;
      return isSeen ? null : element.outerHTML.slice(0, 120);
    },
    '.vehicle-panel > summary',
    '.visually-hidden',
  );

/** Walks by the Tab key over the first stops of a page; gives those where nobody could see the focus. */
export async function unseenFocus(page: Page, stops: number): Promise<string[]> {
  const found: string[] = [];
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab');
    const error = await unseen(page);
    if (error) found.push(error);
  }
  return found;
}

/** More stops than any page has. */
const mostStops = 300;
/**
 * Walks by the Tab key, or back by it with Shift, to what a selector names; gives the stops where nobody could see the
 * focus.
 *
 * @throws Error where the keyboard does not lead there.
 */
export async function tabTo(page: Page, selector: string, isBack = false): Promise<string[]> {
  const found: string[] = [];
  if (isBack) await page.keyboard.down('Shift');
  for (let stop = 0; stop < mostStops; stop++) {
    await page.keyboard.press('Tab');
    const error = await unseen(page);
    if (error) found.push(error);
    if (await page.evaluate((named) => document.activeElement?.matches(named), selector)) {
      if (isBack) await page.keyboard.up('Shift');
      return found;
    }
  }
  throw new Error(`the keyboard does not lead to ${selector} on ${page.url()}`);
}
