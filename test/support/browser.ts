import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { chromium, headlessShell } from '../../scripts/lib-chromium.ts';
import { noteStart } from './starts.ts';

/** Browser of a test, besides its pages. */
export interface BrowserNeeds {
  /** Folder with settings of a user. */
  profile?: string;
  /** Features of the browser with windows, such as the back/forward cache. */
  isWhole?: boolean;
}

/**
 * Starts a Chromium: Debian's, without anything that would reach for the network. Where nothing is needed of the whole browser,
 * and it is installed, it is the same engine without windows: painting those costs more than a page does.
 */
export function launchBrowser({ profile, isWhole = profile !== undefined }: BrowserNeeds = {}): Promise<Browser> {
  const hasWindows = isWhole || !existsSync(headlessShell);
  noteStart('chromium');
  return puppeteer.launch({
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
      // A page that scrolls smoothly, or fades in, moves what a click is meant for; tests of motion ask for it.
      '--force-prefers-reduced-motion',
    ],
  });
}

/**
 * Chromium for the file or block that calls this; `close` ends it. Without needs it is the one of this worker of Vitest
 * (`browser-server.mts`) with no visitor in it: `newPage` opens pages of one visitor, and `createBrowserContext` makes
 * another one. Cookies, storage and caches end with `close`, the process does not.
 */
export async function openBrowser(needs: BrowserNeeds = {}): Promise<Browser> {
  const { BROWSER_SERVER: server, VITEST_POOL_ID: worker } = process.env;
  if (!server) throw new Error('no server of browsers was started before the tests');
  if (needs.profile !== undefined || needs.isWhole) return launchBrowser(needs);
  const response = await fetch(`${server}/${worker}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`no Chromium: ${text}`);
  const browser = await puppeteer.connect({ browserWSEndpoint: text });
  const forget = async (): Promise<void> => {
    const [, ...visitors] = browser.browserContexts();
    await Promise.all(visitors.map((context) => context.close()));
  };
  // A file that was broken off has left its visitors.
  await forget();
  const visitor = await browser.createBrowserContext();
  return Object.assign(browser, {
    newPage: () => visitor.newPage(),
    close: () => forget().finally(() => browser.disconnect()),
  });
}

/** Faults of a page: it must not complain on the console, break its own CSP, throw, or ask for something that fails. */
export function watchPage(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn')
      errors.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => {
    // A busy browser skips the fade between two pages and reports its own promise of it; the page is there.
    if (!/Transition was (aborted|skipped)/.test(String(error))) errors.push(`page error: ${String(error)}`);
  });
  page.on('requestfailed', (request) => {
    // A navigation that replaces a running low-priority fetch cancels it; that is no error of the page.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') errors.push(`failed: ${request.url()}`);
  });
  return errors;
}
