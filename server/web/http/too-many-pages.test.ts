import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startWeb, type Web, type WebResponse } from '../../../test/doubles/web.js';
import { isSolved, startWait } from './pass.js';

describe('a client that used up its pages', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb({ RATE_LIMIT: '5' });
  });
  beforeEach(() => web.renew());
  afterAll(() => web.stop());

  const ask = (path: string, cookie = ''): Promise<WebResponse> => web.request(path, { headers: { cookie } });
  const press = (fields: Record<string, string>): Promise<WebResponse> =>
    web.post('/bot', String(new URLSearchParams({ back: '/Warenkorb', ...fields })));
  /** Empties the bucket; the clock does not advance, so no token returns. */
  async function empty(cookie = ''): Promise<void> {
    for (let page = 0; page < 5; page += 1) expect((await ask('/api/session', cookie)).status).toBe(200);
  }
  const fieldOf = ({ text }: WebResponse, name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
  const passOf = (response: WebResponse): string => response.get('Set-Cookie')?.[0]?.split(';')[0] ?? '';
  const solutionOf = (wait: string): string => {
    for (let number = 0; ; number += 1) if (isSolved(wait, String(number))) return String(number);
  };

  test('reads the reason on a page with an error status that search engines do not index', async () => {
    await empty();
    const { headers } = await ask('/Warenkorb?a=%2Fb');
    expect(headers.location).toBe('/bot?back=%2FWarenkorb%3Fa%3D%252Fb');
    const bot = await ask(headers.location ?? '');
    expect([bot.status, bot.headers['retry-after']]).toEqual([429, '1']);
    expect(bot.text).toContain('name="robots" content="noindex"');
    await web.clock.advance(1000);
    expect((await ask('/Warenkorb')).status).toBe(200);
  });

  test('still uses cart, pictures and files', async () => {
    await empty();
    expect((await web.post('/api/Warenkorb/Loeschen/x', '')).status).not.toBe(429);
    for (const path of ['/robots.txt', '/api/Bilder/disc.svg'])
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
  });

  test("gets a refusal of its form in the edition's language", async () => {
    await empty();
    const refused = await web.post('/Informationen/Vertrag-widerrufen', 'name=a');
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('lang="de-DE"');
  });

  test('gets a pass for a solved puzzle, the same one again, and none for a forged, foreign or old one', async () => {
    const wait = fieldOf(await ask('/bot?back=%2FWarenkorb'), 'wait');
    const solution = solutionOf(wait);
    const { keys } = web.services;
    const now = web.clock.now();
    const old = startWait(keys, now - 3_601_000);
    const ahead = startWait(keys, now + 60_000);
    const foreign = startWait(['another secret of the same length'], now);
    for (const form of [
      { wait, solution: String(Number(solution) + 1) },
      { wait, solution: '' },
      { wait: startWait(keys, now), solution },
      { wait: old, solution: solutionOf(old) },
      { wait: ahead, solution: solutionOf(ahead) },
      { wait: foreign, solution: solutionOf(foreign) },
    ])
      expect([form, passOf(await press(form))]).toEqual([form, '']);
    const passed = await press({ wait, solution });
    expect([passed.status, passed.headers.location]).toEqual([303, '/Warenkorb']);
    expect(passOf(passed)).toMatch(/^person=/);
    expect(passOf(await press({ wait, solution }))).toBe(passOf(passed));
  });

  test('has pages again with a pass, which a person gets after five seconds', async () => {
    await empty();
    const wait = fieldOf(await ask('/bot?back=%2FWarenkorb'), 'wait');
    await web.clock.advance(4999);
    const early = await press({ wait });
    expect([passOf(early), fieldOf(early, 'wait')]).toEqual(['', wait]);
    expect(passOf(await press({ wait: `1${wait}` }))).toBe('');
    await web.clock.advance(1);
    const pass = passOf(await press({ wait }));
    expect(pass).toMatch(/^person=/);
    // The address regained its pages in five seconds.
    await empty();
    expect((await ask('/Warenkorb')).status).toBe(302);
    await empty(pass);
    expect((await ask('/Warenkorb', pass)).status).toBe(302);
  });

  test('reads that its connection used up its passes', async () => {
    const { keys } = web.services;
    const pass = (): Promise<WebResponse> => press({ wait: startWait(keys, web.clock.now() - 6000) });
    for (let count = 0; count < 20; count += 1) expect((await pass()).status).toBe(303);
    expect((await pass()).text).toContain('Von Ihrem Anschluss kamen');
  });
});

test('a shop on its own machine limits no client', async () => {
  const web = await startWeb();
  await web.renew();
  for (let page = 0; page < 320; page += 1) expect((await web.request('/api/session')).status).toBe(200);
  await web.stop();
});
