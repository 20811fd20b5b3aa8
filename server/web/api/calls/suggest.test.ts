import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWeb, type Web } from '../../../../test/doubles/web.js';
import { readSuggestions } from '../../../../views/islands/search-box.response.js';

describe('suggestions over HTTP', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb({ MARKETPLACE_SECONDS: '2' });
  });
  beforeEach(() => web.renew());
  afterAll(() => web.stop());

  const ask = async (query: string) => {
    const response = await web.request(`/api/search/suggestions?${query}`);
    return { ...response, json: response.body };
  };
  const hrefs = (list: { href: string }[]): string[] => list.map(({ href }) => href);

  it('answers with results, universal, vehicleSpecific, products, universalProducts, each with its address', async () => {
    const { status, headers, json } = await ask('query=brems&locale=de-DE');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(json).toMatchObject({ results: 4, vehicleSpecific: [], universalProducts: [], vehicle: null });
    expect(hrefs(json.specific)).toEqual(['/Bremsscheiben/Alle-Fahrzeuge/--1523']);
    expect(hrefs(json.universal)).toEqual(['/Oele/8-463']);
    expect(hrefs(json.products)).toEqual(['/Teilenummernsuche/Kelvo/K12033']);
    expect(hrefs(json.vehicles)).toEqual([
      '/Ersatzteile/VW-Golf-VII/3-m7-',
      '/Ersatzteile/VW-Golf-VII/2-55-',
      '/Ersatzteile/Volkswagen/1-10-',
    ]);
    expect(readSuggestions(json).map(({ name }) => name)).toEqual(['universal', 'specific', 'products', 'vehicles']);
  });

  it('uses the context of the chosen vehicle, which every address keeps', async () => {
    const { json } = await ask('query=brems&locale=fr-FR&vehicleModelId=m7');
    expect(hrefs(json.vehicleSpecific)).toEqual(['/fr-FR/Bremsscheiben/VW-Golf-VII/3-m7-1523']);
    expect(hrefs(json.universal)).toEqual(['/fr-FR/Oele/8-463']);
    expect(hrefs(json.products)).toEqual(['/fr-FR/recherche-piece/Kelvo/K12033?modelId=m7']);
    expect(json.vehicle.label).toBe('Volkswagen Golf VII (5G) 1.6 TDI');
    expect(web.double.calls.at(-1)?.url).toMatch(/query=brems&vehicleModelId=m7/);
  });

  it('puts the car of typed key numbers first, and searches the other words for it', async () => {
    const { json } = await ask('query=0603/BGU%20brems');
    expect([json.results, hrefs(json.vehicles)[0]]).toEqual([5, '/Ersatzteile/VW-Golf-VII/3-m7-']);
    expect(web.double.calls.at(-1)?.url).toMatch(/query=brems&vehicleModelId=m7/);
    // Key numbers of no car are words.
    await ask('query=9999/ZZZ%20brems');
    expect(new URL(web.double.calls.at(-1)?.url ?? '', 'http://x').searchParams.get('query')).toMatch(/^9999.*brems$/i);
  });

  it('names an invalid parameter, and requires none', async () => {
    expect((await ask('query=x&vehicleManufacturerId=abc')).status).toBe(400);
    expect((await ask('query=x&locale=xx')).status).toBe(400);
    expect((await ask('')).status).toBe(200);
  });

  it.each([
    ['error', 502, 'upstream'],
    ['garbage', 502, 'upstream'],
    ['reset', 503, 'unavailable'],
    ['hang', 503, 'unavailable'],
  ] as const)('reports a broken marketplace (%s) in one log line with its cause', async (how, status, code) => {
    web.double.breakOn(/suggestions/, how);
    const { status: got, json } = await ask('query=CANARY&locale=it-IT');
    expect([got, json.code]).toEqual([status, code]);
    const lines = web.lines.map((line) => JSON.parse(line)).filter(({ level }) => level !== 'info' && level !== 30);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ route: 'api.suggestions___it-IT', status, code, event: 'request_failed' });
    expect(lines[0].error).toBeTruthy();
    expect(web.lines.join('')).not.toContain('CANARY');
  });
});
