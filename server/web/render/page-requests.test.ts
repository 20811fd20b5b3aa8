import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { ProblemError } from '../../contract/problem.js';
import { EndedError } from '../cache/cached-response.js';
import { withNotes } from '../http/log.js';
import { events } from '../http/log-events.js';
import { editions } from '../routes/editions.js';
import { createPageRequests } from './page-requests.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
  await web.renew();
});
afterAll(() => web.stop());

test('a section that fails is left out, and counted once for each page', async () => {
  const broken: string[] = [];
  const metrics = { brokenSection: (what: string) => void broken.push(what) };
  const requests = createPageRequests({ ...web.services, metrics });
  const page = () =>
    requests.open({
      editionPath: { edition: editions['de-DE'], prefix: '', path: '/', moved: false, origin: '' },
      match: { name: 'home', params: {}, tail: null } as never,
      query: new URLSearchParams(),
      host: '',
      environment: 'live',
      country: 'DE',
    });
  const failing = (error: ProblemError) => async () => {
    throw error;
  };
  const away = new ProblemError('unavailable');
  const first = page();
  expect(await first.optional('offers', async () => 'there')).toBe('there');
  for (let time = 0; time < 2; time++) expect(await first.optional('reviews', failing(away))).toBeNull();
  expect(await first.optional('rating', failing(new ProblemError('not_found')))).toBeNull();
  expect(broken).toEqual(['reviews']);
  expect(await page().optional('reviews', failing(away))).toBeNull();
  expect(broken).toEqual(['reviews', 'reviews']);
  // Pages of one moment share a failed call, which is logged once.
  const logged = () => web.lines.filter((line) => line.includes(events.pageOptionalFailed)).length;
  const before = logged();
  const shared = new ProblemError('upstream');
  for (const one of [page(), page()])
    await withNotes(Number.POSITIVE_INFINITY, null, () => one.optional('reviews', failing(shared)));
  expect(logged() - before).toBe(1);
  // Sections of a page omit expired prices; a page about them fails.
  const ended = new EndedError(away);
  expect(await page().optional('beside', failing(ended))).toBeNull();
  await expect(page().optional('offers', failing(ended), 1)).rejects.toBe(ended);
});
