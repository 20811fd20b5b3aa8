import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startWait } from '../server/web/http/rate-limit/pass.js';
import { isSolved } from '../server/web/http/rate-limit/proof-of-work.js';
import { launchBrowser, watchPage } from './support/browser.js';
import { type Shop, startShop } from './support/shop.js';
import { submit } from './support/walk.js';

const fieldOf = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

describe('too many pages', () => {
  const secret = 'a secret that only this test knows';
  let limited: Shop;
  beforeAll(async () => {
    limited = await startShop({ RATE_LIMIT: '20', SESSION_SECRET: secret });
  });
  afterAll(() => limited?.stop());
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(limited.origin + path, { redirect: 'manual', headers });
  const post = (path: string, fields: Record<string, string>): Promise<Response> =>
    fetch(limited.origin + path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  /**
   * Asks in the midst of pages that empty the bucket, again until the answer is as wanted. They are under way together:
   * a slow machine takes them faster than the bucket earns them, and a quick one leaves it no time to earn any.
   */
  const amidPages = async (
    send: () => Promise<Response>,
    isWanted: (response: Response) => boolean,
    headers: Record<string, string> = {},
  ): Promise<Response> => {
    const pages = () => Array.from({ length: 8 }, () => ask('/Warenkorb', headers));
    for (;;) {
      const [, response] = await Promise.all([Promise.all(pages()), send(), ...pages()]);
      if (isWanted(response)) return response;
    }
  };
  const isTooMany = ({ status }: Response): boolean => status === 429;
  const empty = (headers: Record<string, string> = {}): Promise<Response> =>
    amidPages(
      () => ask('/Warenkorb?a=%2Fb', headers),
      ({ status }) => status !== 200,
      headers,
    );

  test('lead to /bot, which explains with 429, and calls are refused', async () => {
    const response = await empty();
    const location = response.headers.get('location') ?? '';
    expect([response.status, location]).toEqual([302, '/bot?back=%2FWarenkorb%3Fa%3D%252Fb']);
    const bot = await amidPages(() => ask(location), isTooMany);
    expect(bot.headers.get('retry-after')).toBe('1');
    expect(await bot.text()).toContain('name="robots" content="noindex"');
    const call = await amidPages(() => ask('/api/navigation'), isTooMany);
    expect(call.headers.get('retry-after')).toBe('1');
    expect(await call.json()).toMatchObject({ code: 'too_many', status: 429 });
  });

  test('cart writes, pictures and files go on', async () => {
    await empty();
    const write = await post('/api/Warenkorb/Loeschen/x', {});
    expect(write.status).toBe(404);
    expect((await ask('/robots.txt')).status).toBe(200);
    expect((await ask('/api/Bilder/disc.svg')).status).toBe(200);
  });

  test('a form is refused in words, not led away with what it carries', async () => {
    const response = await amidPages(() => post('/Informationen/Vertrag-widerrufen', { name: 'a' }), isTooMany);
    expect(await response.text()).toContain('lang="de-DE"');
  });

  const solve = (token: string): string => {
    for (let number = 0; ; number += 1) if (isSolved(token, String(number))) return String(number);
  };

  test('a solved puzzle saves the wait; a forged, foreign or old one does not', async () => {
    const page = await (await ask('/bot?back=%2FWarenkorb')).text();
    const wait = fieldOf(page, 'wait');
    const solution = solve(wait);
    const ago = (seconds: number): string => startWait([secret], Date.now() - seconds * 1000);
    const old = ago(3601);
    const ahead = startWait([secret], Date.now() + 60_000);
    const foreign = startWait(['another secret of the same length'], Date.now());
    for (const form of [
      { wait, solution: String(Number(solution) + 1) },
      { wait, solution: '' },
      { wait: ago(0), solution },
      { wait: old, solution: solve(old) },
      { wait: ahead, solution: solve(ahead) },
      { wait: foreign, solution: solve(foreign) },
    ]) {
      const response = await post('/bot', { ...form, back: '/Warenkorb' });
      expect([form, response.status < 300 || response.status === 429, response.headers.get('set-cookie')]).toEqual([
        form,
        true,
        null,
      ]);
    }
    const passed = await post('/bot', { wait, solution, back: '/Warenkorb' });
    expect([passed.status, passed.headers.get('location')]).toEqual([303, '/Warenkorb']);
    // The same puzzle is the same pass, and so the same bucket.
    const again = await post('/bot', { wait, solution, back: '/Warenkorb' });
    const passOf = (response: Response): string | undefined => response.headers.get('set-cookie')?.split(';')[0];
    expect(passOf(passed)).toMatch(/^person=/);
    expect(passOf(again)).toBe(passOf(passed));
  });

  test('a browser solves the puzzle by itself, with nothing but the page’s own script file', async () => {
    const own = await startShop({ RATE_LIMIT: '20' });
    const browser = await launchBrowser();
    try {
      const tab = await browser.newPage();
      const errors = watchPage(tab);
      await tab.goto(`${own.origin}/bot?back=%2FWarenkorb`);
      expect(
        await tab.$$eval('script[src]', (scripts) =>
          scripts.map((script) => new URL((script as HTMLScriptElement).src).pathname),
        ),
      ).toEqual([expect.stringMatching(/^\/build\/bot-\w+\.js$/)]);
      const entered = (name: string): Promise<string> =>
        tab.$eval(`input[name=${name}]`, (input) => (input as HTMLInputElement).value);
      await tab.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name=solution]')?.value);
      expect(isSolved(await entered('wait'), await entered('solution'))).toBe(true);
      await submit(tab, 'form[data-difficulty-bits] button');
      expect(new URL(tab.url()).pathname).toBe('/Warenkorb');
      const cookies = await browser.cookies();
      expect(cookies.map(({ name }) => name)).toContain('person');
      expect(errors).toEqual([]);
      expect(await (await fetch(`${own.origin}/Informationen/Impressum`)).text()).not.toContain('/build/bot-');
    } finally {
      await browser.close();
      await own.stop();
    }
  });

  test('a person waits five seconds and has a bucket of their own', async () => {
    const page = await (await ask('/bot?back=%2FWarenkorb')).text();
    const form = { wait: fieldOf(page, 'wait'), back: fieldOf(page, 'back') };
    expect(form.back).toBe('/Warenkorb');
    const early = await post('/bot', form);
    expect(early.headers.get('set-cookie')).toBeNull();
    expect(fieldOf(await early.text(), 'wait')).toBe(form.wait);
    const forged = await post('/bot', { ...form, wait: `1${form.wait}` });
    expect(forged.headers.get('set-cookie')).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 5100));
    const foreign = await post('/bot', { ...form, back: '//evil.example' });
    expect(foreign.headers.get('location')).toBe('/');
    const passed = await post('/bot', form);
    expect([passed.status, passed.headers.get('location')]).toEqual([303, '/Warenkorb']);
    const cookie = passed.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^person=.*Max-Age=86400.*HttpOnly.*SameSite=Lax/);
    await empty();
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    expect((await ask('/Warenkorb', headers)).status).toBe(200);
    expect((await empty(headers)).status).toBe(302);
  });

  test('one client gets a handful of passes, not one for every puzzle', async () => {
    const pass = (): Promise<Response> => {
      const wait = startWait([secret], Date.now());
      return post('/bot', { wait, solution: solve(wait) });
    };
    let response = await pass();
    for (let count = 0; count < 25 && response.status === 303; count += 1) response = await pass();
    expect([response.status, response.headers.get('set-cookie')]).toEqual([429, null]);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(200);
    expect(await response.text()).toContain('Von Ihrem Anschluss kamen');
  });
});

test('a shop on its own machine slows nobody down', async () => {
  const own = await startShop();
  try {
    for (let i = 0; i < 320; i += 1) expect((await fetch(`${own.origin}/Warenkorb`)).status).toBe(200);
  } finally {
    await own.stop();
  }
});
