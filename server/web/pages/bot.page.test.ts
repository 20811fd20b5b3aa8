import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWeb, type Web, type WebResponse } from '../../../test/doubles/web.js';
import { isSolved, startWait } from '../http/pass.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
beforeEach(() => web.renew());
afterAll(() => web.stop());

/** The form field of a page that was opened this many seconds ago. */
const waitSince = (seconds: number): string => startWait(web.services.keys, web.clock.now() - seconds * 1000);
const press = (fields: Record<string, string>): Promise<WebResponse> =>
  web.post('/bot', String(new URLSearchParams({ back: '/fr-FR/panier?a=1', ...fields })));
function solutionOf(wait: string): string {
  for (let number = 0; ; number += 1) if (isSolved(wait, String(number))) return String(number);
}
const cookieOf = (response: WebResponse): string => response.get('Set-Cookie')?.join() ?? '';
const waitIn = ({ text }: WebResponse): string => /name="wait" value="([^"]*)"/.exec(text)?.[1] ?? '';

test('a person who has waited, or whose browser has solved the puzzle, gets a pass for a day', async () => {
  const [over, early] = [waitSince(6), waitSince(1)];
  for (const fields of [{ wait: over }, { wait: early, solution: solutionOf(early) }] as Record<string, string>[]) {
    const response = await press(fields);
    expect([response.status, response.headers.location]).toEqual([303, '/fr-FR/panier?a=1']);
    expect(cookieOf(response)).toMatch(/^person=[^;]+; Max-Age=86400; Path=\/; .*HttpOnly; SameSite=Lax$/);
  }
  const foreign = await press({ wait: waitSince(6), back: '//evil.example' });
  expect([foreign.status, foreign.headers.location]).toEqual([303, '/']);
});

test('a person who is early keeps the wait; a forged or expired wait begins again', async () => {
  const early = waitSince(1);
  for (const solution of ['', '1x', '-1']) {
    const response = await press({ wait: early, solution });
    expect([response.status, waitIn(response), cookieOf(response)]).toEqual([200, early, '']);
    expect(response.text).toContain('value="/fr-FR/panier?a=1"');
  }
  const old = waitSince(3700);
  for (const wait of ['made-up', old]) {
    const response = await press({ wait, solution: solutionOf(wait) });
    expect([response.status, cookieOf(response)]).toEqual([200, '']);
    expect([wait, '']).not.toContain(waitIn(response));
  }
});

test('one address gets twenty passes, and another one every five minutes', async () => {
  for (let pass = 0; pass < 20; pass += 1) expect((await press({ wait: waitSince(6) })).status).toBe(303);
  const refused = await press({ wait: waitSince(6) });
  expect([refused.status, cookieOf(refused)]).toEqual([429, '']);
  expect(refused.headers['retry-after']).toBe('300');
});

test('the page itself is no success only while there is something to explain', async () => {
  const { status, headers, text } = await web.request('/bot?back=https://evil.example/');
  expect([status, headers['retry-after'], headers['cache-control']]).toEqual([200, undefined, 'private, no-store']);
  expect(text).not.toContain('evil.example');
});
