import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';

const text = { 'content-type': 'text/plain;charset=UTF-8', accept: '*/*' };

describe('errors in browsers', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb({ RATE_LIMIT: '30' });
  });
  beforeEach(() => web.renew());
  afterAll(() => web.stop());

  const seen = () => {
    const { build, files } = web.services.assets;
    return { build, chunk: [...files][0], kind: 'error', locale: 'fr-FR', route: 'article' };
  };
  const tell = (body: unknown, headers: Record<string, string> = {}) =>
    web.post('/api/browser-errors', JSON.stringify(body), { ...text, ...headers });
  const lines = () => web.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'browser_errors');
  const series = async () =>
    ((await web.services.metrics.registry.metrics()).match(/^partavo_browser_errors_total\{.*$/gm) ?? []).sort();

  it('are counted by build and file, and logged once a minute', async () => {
    const { build, chunk } = seen();
    for (let n = 0; n < 2; n++) expect((await tell(seen())).status).toBe(204);
    await tell({ ...seen(), kind: 'rejection', chunk: 'page', route: 'cart' });
    expect(await series()).toEqual([
      `partavo_browser_errors_total{build="${build}",chunk="${chunk}",kind="error"} 2`,
      `partavo_browser_errors_total{build="${build}",chunk="page",kind="rejection"} 1`,
    ]);
    await web.clock.advance(59_999);
    expect(lines()).toEqual([]);
    await web.clock.advance(1);
    expect(lines().map(({ level, errors }) => [level, errors])).toEqual([
      [
        'warn',
        [
          { build, chunk, kind: 'error', route: 'article', errors: 2 },
          { build, chunk: 'page', kind: 'rejection', route: 'cart', errors: 1 },
        ],
      ],
    ]);
    await web.clock.advance(60_000);
    expect(lines()).toHaveLength(1);
    await tell(seen());
    await web.clock.advance(60_000);
    expect(lines()).toHaveLength(2);
  });

  it('of unknown builds and files add no series', async () => {
    for (let n = 0; n < 20; n++) await tell({ ...seen(), build: `old-${n}`, chunk: `chunk-${n}.js` });
    expect(await series()).toEqual(['partavo_browser_errors_total{build="older",chunk="other",kind="error"} 20']);
  });

  it.each([
    ['an unknown route', { route: 'canary' }],
    ['an unknown kind', { kind: 'canary' }],
    ['an id', { id: 'canary' }],
    ['a message', { message: 'canary' }],
    ['a long name', { chunk: `canary${'x'.repeat(90)}` }],
    ['no build', { build: undefined }],
  ])('with %s are refused and not recorded', async (_, more) => {
    const response = await tell({ ...seen(), ...more });
    expect([response.status, response.body.code]).toEqual([400, 'invalid']);
    expect([await series(), lines(), web.lines.join().includes('canary')]).toEqual([[], [], false]);
  });

  it("use the same bucket as pages, and must be short and from the shop's own pages", async () => {
    expect((await tell({ ...seen(), more: 'x'.repeat(1024) })).status).toBe(413);
    expect((await tell(seen(), { origin: 'https://other.example' })).status).toBe(403);
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++) statuses.push((await tell(seen())).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([204, 429]);
  });
});
