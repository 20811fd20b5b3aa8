import type { Page } from 'puppeteer';

/** Texts that one line holds on purpose, each with its whole text elsewhere on the page or one tap away. */
const readElsewhere = [
  // The name of the vehicle: its panel has the whole one.
  '.vehicle-box',
  // Rows of lists, as high whatever comes: the article that a tap opens has the rest.
  '.product-list > li',
  // Verdicts of a comparison, which come later and move nothing: so does the article.
  '[data-fits] .fit-mark',
];

/** Returns what a visitor cannot read as a whole: one line for each fault of the loaded page at its present width. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate((elsewhere) => {
    const found = new Set<string>();
    const wide = document.documentElement;
    if (wide.scrollWidth > wide.clientWidth)
      found.add(`the page is ${wide.scrollWidth - wide.clientWidth} px too wide`);
    /** A number with its unit, and a number that a code begins or ends with. */
    const values = /\d[\d.,]*[\s\u00a0\u202f](?:€(?:\/\w+)?|mm|cm|kW|PS|ch|CV|pk|kg|Ah|Zoll|km)(?![\p{L}\d])/gu;
    const lines = (range: Range): number =>
      new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => Math.round(bottom / 4)))
        .size;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.textContent?.trim();
      const parent = text.parentElement;
      if (!words || !parent || parent.closest('svg, script, style, option, template, .visually-hidden, .skip-link'))
        continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const shown = range.getBoundingClientRect();
      // Script and styles hide it from view, and keep it for screen readers.
      if (shown.width === 0 || parent.clientWidth === 1) continue;
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const cutsX =
          overflowX !== 'visible' && overflowX !== 'auto' && (shown.left < left - 1 || shown.right > right + 1);
        // The room of a line reaches beyond its letters.
        const cutsY =
          overflowY !== 'visible' && overflowY !== 'auto' && (shown.top < top - 5 || shown.bottom > bottom + 5);
        if ((cutsX || cutsY) && !parent.closest(elsewhere))
          found.add(`cut in <${box.localName} ${box.className}>: ${words}`);
        // A box that scrolls by itself shows the rest.
        if (overflowX === 'auto' || overflowY === 'auto') break;
      }
      for (const { index, 0: value } of (text.textContent ?? '').matchAll(values)) {
        range.setStart(text, index);
        range.setEnd(text, index + value.length);
        if (lines(range) > 1) found.add(`broken: ${value} in ${words.slice(0, 80)}`);
      }
    }
    for (const list of document.querySelectorAll('.deciding-measures')) {
      const chips = [...list.querySelectorAll('li:not(.full-row) > a')];
      for (const chip of chips) {
        const { left, right } = chip.getBoundingClientRect();
        for (const part of chip.children) {
          const box = part.getBoundingClientRect();
          if (box.width > 0 && (box.left < left || box.right > right))
            found.add(`outside its chip: ${part.textContent} of ${chip.textContent}`);
        }
      }
      const widths = chips.map((chip) => chip.getBoundingClientRect().width);
      const last = widths.at(-1) ?? 0;
      if (widths.length > 2 && last > 1.6 * Math.max(...widths.slice(0, -1)))
        found.add(`the last chip is ${Math.round(last)} px wide: ${chips.at(-1)?.textContent}`);
    }
    return [...found];
  }, readElsewhere.join());
}
