/** The least page: what a page shows without script, in as few bytes as a person would write by hand. */
import { type Container, parse } from 'postcss';
import type { Page } from 'puppeteer';

/** Attributes that change what a page shows or where its links lead; a rule of style may need others. */
const attributes =
  'class href src alt width height type name value placeholder open viewBox d cx cy r x y rx ry points transform fill stroke stroke-dasharray';

export interface LeastPage {
  html: string;
  /** Its drawings as files. The page names them by their place: `/drawing-1.svg` */
  drawings: string[];
}

/** Copies the visible elements of the page, with the attributes that they need for its look. Runs in the browser. */
function copyVisible(style: string, known: readonly string[]): LeastPage & { text: string } {
  const drawings: string[] = [];
  const isNeeded = (element: Element, name: string): boolean =>
    known.includes(name) ||
    (name === 'id' ? element.matches('symbol') || style.includes(`#${element.id}`) : style.includes(`[${name}`));
  const imageOf = (drawing: Element): Element => {
    const image = document.createElement('img');
    drawings.push(drawing.outerHTML.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"'));
    image.setAttribute('src', `/drawing-${drawings.length}.svg`);
    image.className = drawing.getAttribute('class') ?? '';
    return image;
  };
  const copy = (node: Node): Node | null => {
    if (node instanceof Text) return document.createTextNode(node.data);
    if (!(node instanceof Element) || node.matches('script, noscript, style, template, link, [type=hidden]'))
      return null;
    const isShown = node.checkVisibility() || getComputedStyle(node).display === 'contents';
    if (!isShown && !node.closest('.icon-sprite, select')) return null;
    if (node.matches('.gallery svg')) return imageOf(node);
    const own = node.cloneNode(false) as Element;
    for (const { name } of [...own.attributes]) if (!isNeeded(node, name)) own.removeAttribute(name);
    for (const child of node.childNodes) own.append(...[copy(child)].filter((each) => each !== null));
    return own;
  };
  const body = copy(document.body) as Element;
  const head = `<meta charset=utf-8><meta name=viewport content="width=device-width"><title>${document.title}</title>`;
  // The letters of a drawing are in its file.
  for (const drawing of document.querySelectorAll('.gallery svg')) drawing.remove();
  const html = `<!doctype html><html lang=${document.documentElement.lang}>${head}<style>${style}</style>${body.outerHTML}`;
  return { html, drawings, text: document.body.innerText };
}

/** The rules of style that apply to the page at its size, without those of states such as `:hover`. */
async function appliedStyle(page: Page): Promise<string> {
  const sheets = await page.evaluate(() =>
    [...document.styleSheets].map(({ href, ownerNode }) => ({ href, text: ownerNode?.textContent ?? '' })),
  );
  const texts = sheets.map(({ href, text }) => (href === null ? text : fetch(href).then((sheet) => sheet.text())));
  const style = parse((await Promise.all(texts)).join(''));
  const matches = (kind: 'media' | 'selector', query: string): Promise<boolean> =>
    page.evaluate(
      (isMedia, text) => (isMedia ? matchMedia(text).matches : document.querySelector(text) !== null),
      kind === 'media',
      query,
    );
  const keep = async (container: Container): Promise<void> => {
    for (const node of [...(container.nodes ?? [])]) {
      if (node.type === 'atrule' && node.name === 'media') {
        if (!(await matches('media', node.params))) node.remove();
        else {
          await keep(node);
          node.replaceWith(...(node.nodes ?? []));
        }
      } else if (node.type === 'rule') {
        const ofElements = node.selector.replace(
          /::?(before|after|placeholder|marker|view-transition|-webkit-)[\w-]*(\([^)]*\))?/g,
          ':is(*)',
        );
        if (!(await matches('selector', ofElements))) node.remove();
      }
    }
  };
  await keep(style);
  return style.toString();
}

/**
 * Returns the least page of an address: its visible elements and the rules of style that apply to them. The drawing of
 * an article is a file.
 * @param page loads the address, with the size of the phone
 * @throws Error if the text of the least page differs from that of the page
 */
export async function leastPage(page: Page, address: string): Promise<LeastPage> {
  await page.setJavaScriptEnabled(false);
  await page.goto(address);
  const style = await appliedStyle(page);
  const { text, ...least } = await page.evaluate(copyVisible, style, attributes.split(' '));
  // Without the policy of the page, which forbids other styles.
  await page.goto('about:blank');
  await page.setContent(least.html);
  const shown = await page.evaluate(() => document.body.innerText);
  const wordsOf = (given: string): string => given.replace(/\s+/g, ' ').trim();
  if (wordsOf(shown) !== wordsOf(text)) throw new Error(`the least page of ${address} has other words than the page`);
  return least;
}
