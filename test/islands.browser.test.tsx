import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadAssets } from '../server/web/assets/assets.js';
import { createIslandHost } from '../server/web/render/island-host.js';
import { IslandHostProvider } from '../views/island.js';
import { islandStates } from '../views/pages/components.islands.js';
import { openBrowser, watchPage } from './support/browser.js';
import { root } from './support/catalogue.js';
import { openPage } from './support/open-page.js';
import { violations } from './support/page-audit.js';
import { inTurn, isLong } from './support/sample.js';

/** Tests every island with every example. */
interface Case {
  island: string;
  name: string;
  component: ComponentType<object>;
  props: object;
  /** The first example of its island; axe checks the others in `npm run test:long`. */
  isFirst: boolean;
}
const folder = join(root, 'views/islands');
const cases: Case[] = [];
for (const file of readdirSync(folder).filter((name) => name.endsWith('.island.tsx'))) {
  const island = file.replace('.island.tsx', '');
  const module: Record<string, unknown> = await import(join(folder, file));
  const { examples }: { examples: Record<string, object> } = await import(join(folder, `${island}.examples.tsx`));
  const component = Object.values(module).find(
    (value) => value && typeof value === 'function' && 'islandView' in value,
  );
  for (const [at, [name, props]] of Object.entries(examples).entries()) {
    cases.push({ island, name, component: component as ComponentType<object>, props, isFirst: at === 0 });
  }
}

const { islandSource, deferred, loader: loaderOf } = loadAssets(join(root, 'static/build/manifest.json'));
const loader = loaderOf('home');
const page = ({ component, props }: Case): string => {
  const host = createIslandHost({ sources: islandSource, textsOf: () => null, pieces: null });
  const html = renderToString(<IslandHostProvider value={host}>{createElement(component, props)}</IslandHostProvider>);
  return `<!doctype html><html lang="de" data-country="DE" data-build="x" data-src="${deferred('home', '/icon.svg').join(' ')}"><head><title>Beispiel</title><link rel="icon" href="data:,"></head><body><main><h1>Beispiel</h1>${html}</main><script>${loader.text}</script></body></html>`;
};

test('every island with its examples is on the page of all components', () => {
  const shown = islandStates.flatMap(([name, states]) => Object.keys(states).map((state) => `${name}: ${state}`));
  expect(shown.sort()).toEqual(cases.map(({ island, name }) => `islands/${island}: ${name}`).sort());
});

let server: Server;
let origin: string;
let browser: Browser;
beforeAll(async () => {
  server = createServer((request, response) => {
    const url = request.url ?? '/';
    if (url.startsWith('/build/')) {
      const name = url.slice('/build/'.length);
      response.setHeader('content-type', 'text/javascript');
      response.setHeader('cache-control', 'public, max-age=31536000, immutable');
      response.end(readFileSync(join(root, 'static/build', name)));
    } else if (url === '/icon.svg') {
      response.setHeader('content-type', 'image/svg+xml');
      response.end(readFileSync(join(root, 'static/icon.svg')));
    } else if (url.startsWith('/api/')) {
      response.statusCode = 503;
      response.end();
    } else {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      // The shop's security policy for scripts.
      response.setHeader(
        'content-security-policy',
        `script-src 'self' ${loader.hash}; require-trusted-types-for 'script'`,
      );
      response.end(page(cases[Number(url.slice(1))] as Case));
    }
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** Touches the island of a page, and waits for its hydration. */
async function touch(tab: Page): Promise<void> {
  await tab.$eval('is-land', (place) =>
    place.firstElementChild?.dispatchEvent(new Event('pointerdown', { bubbles: true })),
  );
  await tab.waitForSelector('is-land[data-state=ready]');
}

/** Returns the ids of an island, and those to which its labels and descriptions refer. */
const idsOf = (tab: Page): Promise<{ ids: string[]; named: string[] }> =>
  tab.$eval('is-land', (place) => {
    const values = (name: string): string[] =>
      [...place.querySelectorAll(`[${name}]`)].flatMap((element) => element.getAttribute(name)?.split(' ') ?? []);
    const named = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls'].flatMap(values);
    return { ids: values('id').sort(), named: named.sort() };
  });

const indexed = cases.map((entry, index) => ({ ...entry, index }));
describe.each(indexed)('$island: $name', (entry) => {
  test('its props are small and survive JSON', () => {
    const json = JSON.stringify(entry.props);
    expect(JSON.parse(json)).toEqual(entry.props);
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(2048);
  });

  test('works without script: every control is in a form with an address, or is a link', () => {
    const html = page(entry);
    // Without script, the buttons beside a number are hidden.
    expect(html).not.toMatch(/<button(?![^>]*(?:type="submit"|data-step))/);
    for (const [form] of html.matchAll(/<form[^>]*>/g)) expect(form).toMatch(/action="\/[^"]+"/);
    expect(html).not.toMatch(/<a\s(?![^>]*href="[/#])/);
  });
});

const later = inTurn(indexed, 4);
const touched = indexed.filter((entry) => entry.isFirst || later.includes(entry));
test.each(touched)(
  '$island: $name hydrates on the first touch without a mismatch, without a violation of WCAG',
  async (entry) => {
    const tab = await browser.newPage();
    const errors = watchPage(tab);
    await tab.evaluateOnNewDocument(() => {
      addEventListener('island-mismatch', (event) => console.error('mismatch', String((event as CustomEvent).detail)));
    });
    await openPage(tab, `${origin}/${entry.index}`);
    const before = await tab.$eval('is-land', (place) => place.textContent);
    const { ids } = await idsOf(tab);
    // An island whose field has the focus hydrates at once.
    if (!(await tab.$('is-land [autofocus]')))
      expect(await tab.$eval('is-land', (place) => (place as HTMLElement).dataset.state)).toBe('waiting');
    await touch(tab);
    expect(await tab.$eval('is-land', (place) => place.textContent)).toBe(before);
    const after = await idsOf(tab);
    expect(after.ids).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(after.named.filter((id) => !ids.includes(id))).toEqual([]);
    // Sizes need the shop's styles, which are missing here.
    if (entry.isFirst || isLong) expect(await violations(tab, { within: 'main', but: ['target-size'] })).toEqual([]);
    expect(errors).toEqual([]);
    await tab.close();
  },
);
