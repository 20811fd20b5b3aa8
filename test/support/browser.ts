import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer';
import { chromium, headlessShell } from '../../scripts/lib-chromium.ts';
import { noteStart } from './starts.ts';
import { timeoutMs } from './until.ts';

/** Requirements of a test for its browser. */
export interface BrowserNeeds {
  /** Folder with the settings of a user. */
  profile?: string;
  /** Features of headful Chromium, such as the back/forward cache. */
  isWhole?: boolean;
}

/** Gives all pages the one timeout of the tests, because machines may be busy. Puppeteer's own has 30 seconds. */
function withPatience(browser: Browser): Browser {
  const openPatiently = <O extends Browser | BrowserContext>(opener: O): O => {
    const newPage = opener.newPage.bind(opener);
    return Object.assign(opener, {
      async newPage() {
        const page = await newPage();
        page.setDefaultTimeout(timeoutMs);
        return page;
      },
    });
  };
  const create = browser.createBrowserContext.bind(browser);
  return Object.assign(openPatiently(browser), {
    createBrowserContext: async (...options: Parameters<typeof create>) => openPatiently(await create(...options)),
  });
}

/**
 * Starts Debian's Chromium without background requests. By default it starts the headless shell, if installed: the same
 * engine, without the cost of painting windows.
 */
export async function launchBrowser({ profile, isWhole = profile !== undefined }: BrowserNeeds = {}): Promise<Browser> {
  const hasWindows = isWhole || !existsSync(headlessShell);
  noteStart('chromium');
  const browser = await puppeteer.launch({
    ...(profile && { userDataDir: profile }),
    headless: hasWindows || 'shell',
    executablePath: hasWindows ? chromium() : headlessShell,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-gpu',
      '--disable-gpu-compositing',
      '--disable-software-rasterizer',
      '--disable-extensions',
      '--in-process-gpu',
      // Smooth scrolling and fading move the target of a click. Tests of motion turn this off.
      '--force-prefers-reduced-motion',
    ],
  });
  return withPatience(browser);
}

/**
 * Opens a browser for the calling file or block. By default it shares the process of the Vitest worker
 * (`browser-server.mts`). `newPage` opens pages of one visitor, `createBrowserContext` creates another one. `close`
 * removes cookies, storage and caches; the process stays.
 */
export async function openBrowser(needs: BrowserNeeds = {}): Promise<Browser> {
  const { BROWSER_SERVER: server, VITEST_POOL_ID: worker } = process.env;
  if (!server) throw new Error('no server of browsers was started before the tests');
  if (needs.profile !== undefined || needs.isWhole) return launchBrowser(needs);
  const response = await fetch(`${server}/${worker}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`no Chromium: ${text}`);
  const browser = withPatience(await puppeteer.connect({ browserWSEndpoint: text }));
  const forget = async (): Promise<void> => {
    const [, ...visitors] = browser.browserContexts();
    await Promise.all(visitors.map((context) => context.close()));
  };
  // A file that was aborted may have left visitors.
  await forget();
  const visitor = await browser.createBrowserContext();
  return Object.assign(browser, {
    newPage: () => visitor.newPage(),
    close: () => forget().finally(() => browser.disconnect()),
  });
}

/** Collects faults of a page: console errors, CSP violations, exceptions and failed requests. */
export function watchPage(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn')
      errors.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => {
    // A busy browser skips the fade between pages, and rejects its promise; the page is correct.
    if (!/Transition was (aborted|skipped)/.test(String(error))) errors.push(`page error: ${String(error)}`);
  });
  page.on('requestfailed', (request) => {
    // A navigation that replaces a running low-priority fetch cancels it; that is no error of the page.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') errors.push(`failed: ${request.url()}`);
  });
  return errors;
}
