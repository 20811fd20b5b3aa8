import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type JsonServer, startJsonServer } from '../../../test/doubles/json-server.js';
import { startWeb, type Web } from '../../../test/doubles/web.js';

const flag = 'dap-10092-mbe';
const path = '/api/features/sdk-1';
const experiment = {
  status: 200,
  features: {
    [flag]: {
      defaultValue: false,
      rules: [
        {
          key: 'mbe',
          coverage: 1,
          hashAttribute: 'id',
          condition: { country: { $in: ['DE', 'AT'] } },
          variations: [false, true],
          weights: [0.5, 0.5],
          meta: [{ key: 'control' }, { key: 'treatment' }],
        },
      ],
    },
  },
};
const visitors = Array.from({ length: 60 }, (_, number) => `visitor-${number}-${'x'.repeat(16)}`);
let endpoint: JsonServer;
let web: Web;
const open = async (settings: Record<string, string> = {}): Promise<void> => {
  web = await startWeb({
    GROWTHBOOK_API_HOST: endpoint.origin,
    GROWTHBOOK_CLIENT_KEY: 'sdk-1',
    TAG_MANAGER_URL: 'https://tags.example/tm.js',
    ...settings,
  });
  if (endpoint.state !== 'slow') await web.services.experiments.begun;
};
const assign = (session: string, country = 'DE') => web.services.experiments.assign({ session, country });

beforeEach(async () => {
  endpoint = await startJsonServer({ [path]: experiment });
});
afterEach(async () => {
  await web.stop();
  await endpoint.stop();
});

describe('an experiment', () => {
  test('is switched on by the service for a visitor identified by session id and country', async () => {
    await open();
    await web.renew();
    const on = visitors.filter((id) => assign(id).flags.includes(flag));
    // Both variations occur, and the same visitor always has the same one.
    expect(on.length).toBeGreaterThan(15);
    expect(on.length).toBeLessThan(45);
    expect(visitors.filter((id) => assign(id).flags.includes(flag))).toEqual(on);
    expect(assign(on[0] as string)).toEqual({
      flags: [flag],
      exposures: [{ experiment: 'mbe', variation: 'treatment' }],
    });
    expect(assign(on[0] as string, 'FR')).toEqual({ flags: [], exposures: [] });
    expect(endpoint.asked).toEqual([path]);
  });

  test('reports experiment key and variation only after consent, and nothing without a session', async () => {
    await open();
    await web.renew();
    const ask = async (cookie: string) => (await web.request('/api/experiments', { headers: { cookie } })).body;
    const session = `partavo=${(await web.request('/api/session')).body.sid}`;
    expect((await ask(session)).exposures).toEqual([]);
    expect((await ask(`${session}; consentHosts=tags.example`)).exposures).toEqual([
      { experiment: 'mbe', variation: expect.stringMatching(/control|treatment/) },
    ]);
    expect(web.lines.join('')).not.toContain(session.slice(8, 20));
  });

  test('assigns visitors who consented before their first write, and no others (D79)', async () => {
    await open();
    await web.renew();
    const ask = (cookie: string) => web.request('/api/experiments', { headers: { cookie } });
    for (const cookie of ['', 'partavo=10', `partavo=${visitors[0]}`, `partavo=${visitors[0]}.${'x'.repeat(43)}`]) {
      const before = await ask(cookie);
      expect([before.body, before.headers['set-cookie']]).toEqual([{ flags: [], exposures: [] }, undefined]);
      const after = await ask(`${cookie}; consentHosts=tags.example`);
      expect(after.body.exposures).toHaveLength(1);
      // An invented session is replaced. The next response shows the same visitor.
      const given = web.cookies(after);
      expect(given).toMatch(/^partavo=[\w-]{22}\.[\w-]{43}$/);
      expect((await ask(`${given}; consentHosts=tags.example`)).body).toEqual(after.body);
    }
    // Nothing was written, and the marketplace received no session of the shop.
    expect(web.double.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('does not split the page cache if it changes no page', async () => {
    await open();
    await web.renew();
    const bodies = new Set<string>();
    for (const id of visitors.slice(0, 8))
      bodies.add((await web.request('/Ersatzteile/Alle-Fahrzeuge/--', { headers: { cookie: `partavo=${id}` } })).text);
    expect(bodies.size).toBe(1);
  });

  test.each(['failing', 'rubbish', 'slow'] as const)(
    'keeps the features of the bundled file while the service is %s: known, off, no page waits',
    async (state) => {
      endpoint.state = state;
      await open();
      expect(visitors.flatMap((id) => assign(id).flags)).toEqual([]);
      if (state !== 'slow') {
        const lines = web.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'remote_data_failed');
        expect(lines).toHaveLength(1);
        expect(lines[0]).toMatchObject({ what: 'features' });
        expect(web.lines.join('')).not.toMatch(/CANARY|sdk-1/);
      }
      await web.renew();
      expect((await web.request('/')).status).toBe(200);
    },
  );

  test('ignores a response that has no features', async () => {
    endpoint.responses[path] = { features: { [flag]: true } };
    await open();
    await web.renew();
    expect(assign(visitors[0] as string)).toEqual({ flags: [], exposures: [] });
  });

  test('comes from the bundled file if no service is configured', async () => {
    web = await startWeb();
    await web.renew();
    expect(assign(visitors[0] as string)).toEqual({ flags: [], exposures: [] });
    expect(endpoint.asked).toEqual([]);
  });
});
