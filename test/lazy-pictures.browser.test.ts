import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { editions } from '../server/web/routes/editions.js';
import { openBrowser } from './support/browser.js';
import { type PageKind, pageKinds, sessionOf } from './support/page-kinds.js';
import { inTurn } from './support/sample.js';
import { sharedShop } from './support/shared-shop.js';

/** Images load lazily when more than 1.1 screen heights below the viewport (specification 9), on every kind of page. */
const shop = sharedShop();
let browser: Browser;
let kinds: PageKind[];
beforeAll(async () => {
  browser = await openBrowser();
  kinds = await pageKinds(shop);
});
afterAll(async () => {
  await browser?.close();
});

const shown = (kind: PageKind) => !kind.isBroken && kind.name !== 'components' && kind.cart !== 'gone';

test.each([
  [360, 640],
  [412, 915],
  [1280, 800],
])('at %i x %i no picture further down is fetched at once', async (width, height) => {
  const page = await browser.newPage();
  try {
    await page.setViewport({ width, height });
    const early: string[] = [];
    let seen = 0;
    // The list is always included, because it has most pictures.
    const some = inTurn(kinds, 7, width);
    const looked = kinds.filter(shown).filter((kind) => kind.name === 'leaf' || some.includes(kind));
    for (const kind of looked) {
      const path = kind.path(editions['de-DE']);
      const session = await sessionOf(kind, shop);
      if (session) await page.setCookie({ ...session, url: shop.origin });
      await page.goto(shop.origin + path, { waitUntil: 'load' });
      const pictures = await page.$$eval('img', (all) =>
        all.map((image) => ({
          isLazy: image.loading === 'lazy',
          // The main picture of an article is in the first view of wide screens.
          isMain: image.matches('.gallery > figure img'),
          name: image.currentSrc.split('/').at(-1),
          screens: (image.getBoundingClientRect().top + scrollY) / innerHeight,
        })),
      );
      seen += pictures.length;
      // Browsers load pictures of the first swipe early, whether lazy or not.
      for (const { isLazy, isMain, screens, name } of pictures)
        if (!isLazy && !isMain && screens > 1.25)
          early.push(`${kind.name}: ${name} ${screens.toFixed(1)} screens down`);
    }
    expect(early).toEqual([]);
    expect(seen).toBeGreaterThan(looked.length);
  } finally {
    await page.close();
  }
});
