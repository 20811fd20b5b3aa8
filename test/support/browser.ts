import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { chromium, headlessShell } from '../../scripts/lib-chromium.js';

/**
 * Debian's Chromium without anything that would reach for the network; `profile` is a folder with settings of a user, which
 * the whole browser alone knows. Otherwise it is the same engine without windows where that is installed: painting those
 * costs more than a page does.
 */
export function launchBrowser(profile?: string): Promise<Browser> {
  const hasWindows = profile !== undefined || !existsSync(headlessShell);
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
    ],
  });
}

/** What a page must not do: complain on the console, break its own CSP, throw, or ask for something that fails. */
export function watchPage(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') errors.push(`console: ${message.text()}`);
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
