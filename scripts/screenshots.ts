/**
 * `npm run screenshots [-- --only=article,cart] [--locale=es-ES] [--theme=dark] [--media=print|forced]`: makes
 * screenshots of all kinds of pages at phone and desktop width in the ignored folder `screenshots/`. The default is
 * German with the light theme and Spanish with the dark one. `--only` selects kinds by the beginning of their names.
 * `--media` shows them printed, or in the system colours of a visitor.
 */
import { mkdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import type * as Editions from '../server/web/routes/editions.ts';
import type * as Browsers from '../test/support/browser.ts';
import { makeCatalogue } from '../test/support/make-catalogue.ts';
import type * as Kinds from '../test/support/page-kinds.ts';
import type * as Shops from '../test/support/shop.ts';
import { at, buildIfStale } from './lib-run.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    locale: { type: 'string' },
    theme: { type: 'string' },
    media: { type: 'string' },
  },
});
await buildIfStale();
makeCatalogue();

/** The kinds of pages are those of the tests, which esbuild bundles first. */
const bundle = at('dist/page-kinds.mjs');
await build({
  stdin: {
    contents: `export * from './test/support/page-kinds.js';
      export { startShop } from './test/support/shop.js';
      export { launchBrowser } from './test/support/browser.js';
      export { allEditions } from './server/web/routes/editions.js';`,
    resolveDir: at(),
    loader: 'ts',
  },
  outfile: bundle,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node24',
  define: { 'import.meta.dirname': JSON.stringify(at('test/support')) },
});
const {
  allEditions,
  launchBrowser,
  pageKinds,
  sessionOf,
  startShop,
}: typeof Kinds & typeof Shops & typeof Browsers & typeof Editions = await import(pathToFileURL(bundle).href);

const folder = at('screenshots');
mkdirSync(folder, { recursive: true });
const series: readonly (readonly [string, string])[] =
  values.locale || values.theme
    ? [[values.locale ?? 'de-DE', values.theme ?? 'light']]
    : [
        ['de-DE', 'light'],
        ['es-ES', 'dark'],
      ];
const wanted = (name: string): boolean =>
  !values.only || values.only.split(',').some((start) => name.startsWith(start));

const shop = await startShop();
// No marketplace has this address, so the shop shows its error page.
const broken = await startShop({ MARKETPLACE_URL: 'http://127.0.0.1:9' });
const browser = await launchBrowser();
try {
  const kinds = (await pageKinds(shop)).filter(({ name }) => wanted(name));
  for (const [locale, theme] of series) {
    const edition = allEditions.find((candidate) => candidate.locale === locale);
    for (const kind of kinds) {
      const path = edition ? kind.path(edition) : null;
      if (path === null) continue;
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      const session = await page.createCDPSession();
      await session.send('Emulation.setEmulatedMedia', {
        media: values.media === 'print' ? 'print' : '',
        features: [
          { name: 'prefers-color-scheme', value: theme },
          ...(values.media === 'forced' ? [{ name: 'forced-colors', value: 'active' }] : []),
        ],
      });
      const { origin } = kind.isBroken ? broken : shop;
      const cookie = await sessionOf(kind, shop);
      if (cookie) await context.setCookie({ ...cookie, domain: new URL(origin).hostname });
      for (const width of values.media === 'print' ? [794] : [360, 1280]) {
        await page.setViewport({ width, height: 800 });
        await page.goto(origin + path, { waitUntil: 'networkidle0' });
        // Browsers load pictures below the fold late.
        await page.$$eval('img[loading=lazy]', (images) => {
          for (const image of images) image.loading = 'eager';
          return Promise.all(images.map((image) => image.decode().catch(() => {})));
        });
        await page.screenshot({
          path: `${folder}/${kind.name}-${width}-${locale}-${values.media ?? theme}.png`,
          fullPage: true,
        });
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await shop.stop();
  await broken.stop();
}
console.log(`screenshots are in ${folder}`);
