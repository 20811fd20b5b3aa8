import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import type { Visit } from '../render/page.js';
import { editions } from '../routes/editions.js';
import { lookUp, soughtBy } from './find-vehicle.js';

const german = '/Ersatzteile/Alle-Fahrzeuge/--';
const french = '/fr-FR/pieces-auto/tout-type-de-vehicule/--';
// Request ids appear in each log line and contain no L or U, so entries of these letters cannot match by chance.
const ways = [
  { way: 'keys', address: german, body: 'hsn=LULU&tsn=LUL', call: /hsntsn/, failed: 'gerade nicht möglich' },
  { way: 'plate', address: french, body: 'plate=LU-777-UL', call: /license/, failed: 'impossible pour le moment' },
];

describe('forms for registration papers and plates (D43)', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb({ MARKETPLACE_SECONDS: '2' });
  });
  beforeEach(() => web.renew());
  afterAll(() => web.stop());

  it('one result is taken: 303 to the model page (D10)', async () => {
    const response = await web.post(german, 'hsn=0603&tsn=bgu&locale=de-DE');
    expect(response.status).toBe(303);
    expect(response.headers.location).toBe('/Ersatzteile/VW-Golf-VII/3-m7-');
    expect(response.headers['cache-control']).toBe('private, no-store');
  });
  it('has no form for plates without a register, but shows the result of one that is sent', async () => {
    const hasForm = async (): Promise<boolean> => (await web.request(french)).text.includes('name="plate"');
    const { env } = web.services;
    try {
      expect(await hasForm()).toBe(true);
      web.isDemonstration = false;
      expect(await hasForm()).toBe(false);
      web.double.breakOn(/license/);
      const sent = await web.post(french, 'plate=AA-123-ZZ');
      expect([sent.status, sent.text.includes('name="plate"')]).toEqual([503, true]);
      web.services.env = { ...env, PLATES_URL: 'https://register.example.fr/{plate}' };
      await web.renew();
      expect(await hasForm()).toBe(true);
    } finally {
      web.isDemonstration = true;
      web.services.env = env;
    }
  });
  it('leads back to the category or the article that it was asked on (D10)', async () => {
    const category = await web.post(german, 'hsn=0603&tsn=BGU&categoryId=1523');
    expect(category.headers.location).toBe('/Bremsscheiben/VW-Golf-VII/3-m7-1523');
    const article = await web.post(german, 'hsn=0603&tsn=BGU&brand=Kelvo&norm=K12033');
    expect(article.headers.location).toBe('/Teilenummernsuche/Kelvo/K12033?modelId=m7');
  });
  it('D37: a pasted 0603/BGU123 is split, also without script', async () => {
    expect((await web.post(german, 'hsn=0603/BGU123&tsn=')).status).toBe(303);
  });
  it('several results are a list of links with name, power in kW/PS and period; 200, private', async () => {
    for (const [address, body] of [
      [german, 'hsn=0603&tsn=TWO&categoryId=1523'],
      [french, 'plate=aa-123-zz&categoryId=1523'],
    ] as const) {
      const response = await web.post(address, body);
      expect(response.status).toBe(200);
      expect(response.headers['cache-control']).toMatch(/private/);
      expect(response.text).toContain('noindex');
      expect(response.text).toMatch(/--\?categoryId=1523&amp;modelId=m8"/);
      expect(response.text).toMatch(/Golf VII \(5G\) 2\.0 TDI<\/b><span>110 kW \/ 150 (PS|ch), 2012–2019/);
    }
    expect((await web.request(`${german}?modelId=m7&kbaTypeId=4711&categoryId=1523`)).headers.location).toBe(
      '/Bremsscheiben/VW-Golf-VII/3-m7-1523',
    );
  });
  it("HSN/TSN without match: 'Diese HSN / TSN ist uns leider nicht bekannt', beside the fields, with the focus", async () => {
    const { status, text: body } = await web.post(german, 'hsn=9999&tsn=ZZZ');
    expect(status).toBe(404);
    const [, id] = /id="([\w-]+)">Diese HSN \/ TSN ist uns leider nicht bekannt</.exec(body) ?? [];
    expect(id).toBeTruthy();
    for (const name of ['hsn', 'tsn']) {
      const [field = ''] = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(body) ?? [];
      expect(field).toContain(`aria-describedby="${id}"`);
      expect(field).toContain('aria-invalid="true"');
    }
    expect(body.match(/autofocus=""/gi)).toHaveLength(1);
    expect(body).toMatch(/<input[^>]*name="hsn"[^>]*value="9999"/);
  });
  it("licence plate without match: the 'licenseUnknown' text, in capitals", async () => {
    const { status, text: body } = await web.post(french, 'plate=zz 999 zz');
    expect(status).toBe(404);
    expect(body).toContain('Nous ne connaissons malheureusement pas cette plaque.');
    expect(body).toMatch(/<input[^>]*name="plate"[^>]*value="ZZ999ZZ"/);
  });
  it.each([
    [german, 'hsn=06&tsn=BGU', 'Die HSN hat genau vier Zeichen'],
    [german, 'hsn=0603&tsn=B', 'Die TSN hat genau drei Zeichen'],
    [german, '', 'Die HSN hat genau vier Zeichen'],
    [french, 'plate=123', 'La plaque s’écrit AA-123-ZZ ou 1234-ABC-75.'],
  ])('%s %p is malformed: 400 without a lookup', async (address, body, text) => {
    const response = await web.post(address, body);
    expect(response.status).toBe(400);
    expect(response.text).toContain(text);
    expect(web.double.calls.filter(({ url }) => /hsntsn|license/.test(url))).toEqual([]);
  });
  it('German edition only: HSN/TSN; French edition only: plate', async () => {
    for (const address of ['/de-AT/Ersatzteile/Alle-Fahrzeuge/--', '/it-IT/ricambi/tutte-le-auto/--']) {
      expect((await web.post(address, 'hsn=0603&tsn=BGU&plate=AA-123-ZZ')).status).toBe(405);
      expect((await web.request(address)).text).not.toMatch(/name="(hsn|tsn|plate)"/);
    }
    expect((await web.request(german)).text).not.toContain('name="plate"');
    expect((await web.request(french)).text).not.toMatch(/name="(hsn|tsn)"/);
    expect((await web.request(german)).text).toMatch(/name="hsn".*name="tsn"/s);
    expect((await web.request(french)).text).toMatch(/<input(?=[^>]*name="plate")[^>]*placeholder="AA-123-ZZ"/);
  });

  it('the national type number of an entry is passed on if it is the only one', async () => {
    const visit = { edition: editions['de-DE'], country: 'DE', request: { notes: { route: '' } } } as unknown as Visit;
    const needs = { client: web.services.client, log: web.services.log, registers: new Set<never>() };
    const named = async (tsn: string) => {
      const sought = soughtBy({ hsn: '0603', tsn }, visit.edition, needs.registers);
      return sought && lookUp(needs, visit, sought, async (_, kbaId) => `/${kbaId}`);
    };
    expect(await named('BGU')).toEqual({ location: '/4711' });
    expect(await named('SAM')).toEqual({ location: '/null' });
  });
  it('one model that several national type numbers lead to is taken without naming any of them', async () => {
    const response = await web.post(german, 'hsn=0603&tsn=SAM');
    expect([response.status, response.headers.location]).toEqual([303, '/Ersatzteile/VW-Golf-VII/3-m7-']);
  });

  describe.each(ways)('a broken call ($way)', ({ address, body, call, failed }) => {
    it.each(['error', 'garbage', 'reset', 'hang'] as const)(
      '%s: a message beside the field, and one line with the cause',
      async (how) => {
        web.double.breakOn(call, how);
        const response = await web.post(address, body);
        expect(response.status).toBe(503);
        expect(response.text).toContain(failed);
        const lines = web.lines.map((line) => JSON.parse(line));
        const [line, ...more] = lines.filter(
          ({ event, level }) => level !== 'info' || event === 'vehicle_lookup_failed',
        );
        expect(more).toEqual([]);
        expect(line).toMatchObject({ event: 'vehicle_lookup_failed', error: { message: expect.any(String) } });
        expect(web.lines.join('')).not.toMatch(/LUL|LU-?777/i);
      },
    );
  });

  it('no plate and no HSN/TSN in any log line, neither in an address', async () => {
    await web.post(french, 'plate=LU-777-UL');
    await web.post(german, 'hsn=7L7U&tsn=ULU');
    await web.post(german, 'hsn=7L7U&tsn=');
    await web.request('/api/vehicle/license/fr/LU-777-UL');
    await web.request('/api/vehicle/hsntsn/7L7UULU');
    await web.request('/api/vehicle/hsntsn/7L7UULUTOOLONG');
    await web.request('/api/vehicle/license/fr/LU777ULTOOLONG');
    web.double.breakOn(/hsntsn|license/, 'garbage');
    await web.request('/api/vehicle/license/fr/LU-777-UL');
    await web.request('/api/vehicle/hsntsn/7L7UULX');
    expect(web.lines.length).toBeGreaterThan(9);
    expect(web.lines.join('')).not.toMatch(/LU-?777|7L7U|UL[UX]/i);
  });
});

describe('contradicting fields of the picker', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb({ MARKETPLACE_SECONDS: '2' });
    await web.renew();
  });
  afterAll(() => web.stop());

  it.each([
    ['all three agree: the model', 'manufacturerId=10&seriesId=700&modelId=m7', '/Ersatzteile/VW-Golf-VII/3-m7-'],
    ['a model of another series loses to make and series', 'manufacturerId=10&seriesId=999&modelId=m7', '/1-10-'],
    ['a series of another make loses to the make', 'manufacturerId=10&seriesId=999', '/1-10-'],
    ['an unknown model loses to the series', 'manufacturerId=10&seriesId=700&modelId=m9', '/2-55-?seriesId=700'],
    ['a series alone leads to its page', 'seriesId=700', '/2-55-?seriesId=700'],
  ])('%s', async (_, query, ending) => {
    const { status, headers } = await web.request(`${german}?${query}`);
    expect(status).toBe(303);
    expect(headers.location?.endsWith(ending)).toBe(true);
  });
  it('a model of another make, and an unknown make: the choice starts again', async () => {
    expect((await web.request(`${german}?manufacturerId=99&modelId=m7`)).status).toBe(200);
  });
});

describe('calls for vehicles', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb({ MARKETPLACE_SECONDS: '2' });
    await web.renew();
  });
  afterAll(() => web.stop());

  it('GET /api/vehicle/hsntsn/{hsn}{tsn}: zero, one or several vehicles, each with its kbaId (D19)', async () => {
    for (const [keys, count] of [
      ['9999ZZZ', 0],
      ['0603bgu', 1],
      ['0603TWO', 2],
    ] as const) {
      const { status, text: body } = await web.request(`/api/vehicle/hsntsn/${keys}`);
      expect(status).toBe(200);
      expect(JSON.parse(body)).toHaveLength(count);
    }
    expect((await web.request('/api/vehicle/hsntsn/0603BGU')).body[0]).toMatchObject({ kbaId: '4711' });
  });
  it('GET /api/vehicle/license/fr/{plate} is answered private, no-store, and never kept (D30)', async () => {
    web.double.calls.length = 0;
    for (const plate of ['AA-123-ZZ', 'aa123zz']) {
      const response = await web.request(`/api/vehicle/license/fr/${plate}`);
      expect(response.headers['cache-control']).toBe('private, no-store');
      expect(response.headers.etag).toBeUndefined();
      expect(response.body).toHaveLength(2);
    }
    expect(web.double.calls.filter(({ url }) => url.startsWith('/api/vehicle/license/fr/AA123ZZ'))).toHaveLength(2);
  });
  it('rubbish is reported as a fault, not forwarded', async () => {
    web.double.breakOn(/license/, 'garbage');
    expect((await web.request('/api/vehicle/license/fr/AA123ZZ')).status).toBe(502);
  });
});
