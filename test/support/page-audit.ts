import { createRequire } from 'node:module';
import type { Page } from 'puppeteer';

/** Checks a loaded page for visual, touch and screen reader faults. */
const { source } = createRequire(import.meta.url)('axe-core') as { source: string };

interface AxeGlobal {
  axe: { run(within: string, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
}

/** Runs axe: WCAG 2.2 AA and best practice, except the named rules; inside one element if `within` is given. */
export async function violations(
  page: Page,
  { but = [], within = 'html' }: { but?: readonly string[]; within?: string } = {},
): Promise<string[]> {
  // The debugger bypasses the page's security policy.
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

/** Returns elements that overflow the screen, and cut words, one line each. */
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
        // Text for screen readers and the name of the vehicle in the header are cut on purpose.
        if (position === 'absolute' || textOverflow === 'ellipsis' || element.closest(`svg, ${readAloud}`)) continue;
        // A labelled table that scrolls by keyboard may be wider than the screen (WCAG 2.2, 1.4.10).
        if (element.matches('[aria-label][tabindex="0"]') && overflowX === 'auto') continue;
        // In a row that scrolls sideways, each link comes into view with the focus.
        if (overflowX === 'auto' && [...element.children].every((child) => child.matches('li:has(a, button)')))
          continue;
        // An enlarged picture may be larger than the screen.
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

/** Returns touch targets below 44 px; for links in a line of text only their height counts. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((unseen) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary')) {
      if (!element.checkVisibility() || element.closest(unseen)) continue;
      // The list below the drawing has the same link.
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

/** Layout shift by the rounding of a pixel, which is invisible. */
export const smallestShift = 0.001;
/** Layout shifts since the page's request. */
interface Shifts {
  shift: number;
  /** The moved elements, with the milliseconds of their frames. */
  moves: { ms: number; text: string }[];
  /** The milliseconds when the whole page was parsed and painted. */
  wholeAtMs: number;
}
/** Records layout shifts of a page. Runs before its first navigation. */
export async function watchShifts(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const seen: Shifts = { shift: 0, moves: [], wholeAtMs: Number.POSITIVE_INFINITY };
    Object.assign(globalThis, { seen });
    document.addEventListener('DOMContentLoaded', () =>
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          seen.wholeAtMs = performance.mark('whole').startTime;
        }),
      ),
    );
    const box = ({ x, y, width, height }: DOMRectReadOnly): string =>
      `${[x, y].map(Math.round)} (${[width, height].map(Math.round).join(' × ')})`;
    const isSameBox = (before: DOMRectReadOnly, after: DOMRectReadOnly): boolean =>
      (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(before[side] - after[side]) <= 1);
    const name = (node: Element | Text | null): string => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element ? `${element.parentElement?.localName} > ${element.outerHTML.slice(0, 60)}` : 'something gone';
    };
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources, startTime } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        // A text whose line grows by a word is reported as moved, although its box is the same to the pixel.
        if (sources.length > 0 && sources.every((source) => isSameBox(source.previousRect, source.currentRect)))
          continue;
        seen.shift += value;
        for (const { node, previousRect, currentRect } of sources)
          seen.moves.push({
            ms: startTime,
            text: `after ${Math.round(startTime)} ms ${name(node)}: ${box(previousRect)} to ${box(currentRect)}`,
          });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
const shiftsOf = (page: Page): Promise<Shifts> => page.evaluate(() => (globalThis as unknown as { seen: Shifts }).seen);
/**
 * Returns the elements that scripts have moved. A slow machine paints a page while it is parsed, in the middle of a row;
 * `slow-arrival.browser.test.ts` proves what that may move.
 */
export async function movesOf(page: Page): Promise<string[]> {
  await page.waitForFunction(() => Number.isFinite((globalThis as unknown as { seen: Shifts }).seen.wholeAtMs));
  const { moves, wholeAtMs } = await shiftsOf(page);
  return moves.filter(({ ms }) => ms >= wholeAtMs).map(({ text }) => text);
}
/** Returns the sum of layout shifts since the page's request, and the moved elements. */
export async function shifted(page: Page): Promise<{ shift: number; moves: string[] }> {
  const { shift, moves } = await shiftsOf(page);
  return { shift, moves: moves.map(({ text }) => text) };
}

/** Returns the focused element if its focus is invisible; null otherwise. */
const unseen = (page: Page): Promise<string | null> =>
  page.evaluate(
    (wideButton, hiddenRadio) => {
      const element = document.activeElement as HTMLElement | null;
      if (!element || element === document.body) return null;
      // A hidden radio shows its focus on its label, a wide button on its text.
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

/** Walks the first focus stops of a page by Tab. @returns those with an invisible focus */
export async function unseenFocus(page: Page, stops: number): Promise<string[]> {
  const found: string[] = [];
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab');
    const error = await unseen(page);
    if (error) found.push(error);
  }
  return found;
}

/** More focus stops than any page has. */
const mostStops = 300;
/**
 * Walks by Tab, or back with Shift, to the selected element. @returns stops with an invisible focus
 *
 * @throws Error if the keyboard does not reach it
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
