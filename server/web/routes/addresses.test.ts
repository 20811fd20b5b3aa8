import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { form, startWeb, type Web } from '../../../test/doubles/web.js';

describe('addresses over HTTP', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb();
  });
  beforeEach(() => web.renew());
  afterAll(() => web.stop());

  it('redirects other spellings once, with their query', async () => {
    const moved: [string, string][] = [
      ['/Oelfilter/falsch/3-m7-1523?page=2', '/Bremsscheiben/VW-Golf-VII/3-m7-1523?page=2'],
      ['/Oelfilter/falsch/3-m7-1523/', '/Bremsscheiben/VW-Golf-VII/3-m7-1523'],
      ['/Bremsscheiben/VW-Golf-VII/3-m7-1523/', '/Bremsscheiben/VW-Golf-VII/3-m7-1523'],
      ['/x/x/3-m7-1523/a%2Fb/%20', '/Bremsscheiben/VW-Golf-VII/3-m7-1523/a%2Fb/%20'],
      ['/falsch/falsch/1-10-1523-7/', '/Kelvo-Bremsscheiben/Volkswagen/1-10-1523-7'],
      ['/FR-fr/panier', '/fr-FR/panier'],
      ['/panier?x=1', '/fr-FR/panier?x=1'],
      ['/fr-FR', '/fr-FR/'],
      ['/de-DE/Warenkorb', '/Warenkorb'],
      ['/Warenkorb/', '/Warenkorb'],
      ['/FR-fr//%70anier/', '/fr-FR/panier'],
      ['/%46%72-fr/x/%66alsch/3-%6d7-1523/', '/fr-FR/Bremsscheiben/VW-Golf-VII/3-m7-1523'],
      ['/Teilenummernsuche/Kelvo/k-120.33', '/Teilenummernsuche/Kelvo/K12033'],
    ];
    for (const [from, to] of moved) {
      const response = await web.request(from);
      expect([from, response.status, response.headers.location]).toEqual([from, 301, to]);
    }
    const filtered = await web.post(
      '/Bremsscheiben/Alle-Fahrzeuge/--1523',
      'filter.brand=30&filter.brand=7&sort=price&x=1',
    );
    expect(filtered.status).toBe(303);
    expect(filtered.headers.location).toMatch(/^\/Bremsscheiben\/Alle-Fahrzeuge\/--1523\?f=[\w-]+&sort=price#liste$/);
    const typed = await web.post(
      '/Bremsscheiben/Volkswagen/1-10-1523',
      'filter.brand=30&kbaTypeId=4711&sort=price&page=3',
    );
    expect(typed.headers.location).toMatch(
      /^\/Bremsscheiben\/Volkswagen\/1-10-1523\?kbaTypeId=4711&f=[\w-]+&sort=price#liste$/,
    );
    const searched = await web.post(
      '/Volltextsuche',
      'query=%20Bremse%20%20vorn&modelId=m7&exact=1&filter.brand=30&sort=price&page=3&kbaTypeId=4711',
    );
    expect(searched.headers.location).toMatch(
      /^\/Volltextsuche\?query=Bremse\+vorn&modelId=m7&exact=1&f=[\w-]+&sort=price#liste$/,
    );
    const untyped = await web.post('/Bremsscheiben/Volkswagen/1-10-1523', 'kbaTypeId=4711x&sort=price');
    expect(untyped.headers.location).toBe('/Bremsscheiben/Volkswagen/1-10-1523?sort=price#liste');
  });

  it('redirects the picker without JavaScript', async () => {
    const vehicles = '/Ersatzteile/Alle-Fahrzeuge/--';
    const steps: [string, string][] = [
      ['?manufacturerId=10&seriesId=&modelId=', '/Ersatzteile/Volkswagen/1-10-'],
      [
        '?manufacturerId=10&seriesId=700&categoryId=1523',
        '/Ersatzteile/VW-Golf-VII/2-55-?seriesId=700&categoryId=1523',
      ],
      ['?manufacturerId=10&seriesId=700&modelId=m7', '/Ersatzteile/VW-Golf-VII/3-m7-'],
      ['?modelId=m7&categoryId=1523', '/Bremsscheiben/VW-Golf-VII/3-m7-1523'],
      ['?modelId=m7&brand=Kelvo&norm=K12033', '/Teilenummernsuche/Kelvo/K12033?modelId=m7'],
    ];
    for (const [query, target] of steps) {
      const response = await web.request(vehicles + query);
      expect([query, response.status, response.headers.location]).toEqual([query, 303, target]);
    }
    expect((await web.request(`${vehicles}?manufacturerId=99&modelId=nope`)).status).toBe(200);
  });

  it('redirects from a series alone to its page', async () => {
    const response = await web.request('/Ersatzteile/Alle-Fahrzeuge/--?seriesId=700&categoryId=1523');
    expect([response.status, response.headers.location]).toEqual([
      303,
      '/Ersatzteile/VW-Golf-VII/2-55-?seriesId=700&categoryId=1523',
    ]);
    expect((await web.request('/Ersatzteile/Alle-Fahrzeuge/--?seriesId=701')).status).toBe(200);
  });

  it('redirects a filter form from a path with a final slash', async () => {
    const sent = await web.post('/Bremsscheiben/Alle-Fahrzeuge/--1523/', 'sort=price');
    expect([sent.status, sent.headers.location]).toEqual([
      303,
      '/Bremsscheiben/Alle-Fahrzeuge/--1523?sort=price#liste',
    ]);
  });

  it('counts an empty page number as absent, and the first of duplicate parameters', async () => {
    expect((await web.request('/Bremsscheiben/Alle-Fahrzeuge/--1523?page=')).status).toBe(200);
    expect((await web.request('/api/x/Alle-Fahrzeuge/--1523?page=')).status).toBe(200);
    await web.request('/api/vehicle/manufacturers/10/series?limit=3&limit=0');
    expect(web.double.calls.at(-1)?.url).toContain('limit=3');
  });

  it('names the allowed method of a call or a page', async () => {
    const allowed: [string, string, string][] = [
      ['GET', '/api/Warenkorb/Hinzufuegen/5001', 'POST'],
      ['DELETE', '/api/Warenkorb/Loeschen/line-1', 'POST'],
      ['PUT', '/api/Warenkorb', 'GET, HEAD'],
      ['POST', '/api/vehicle/manufacturers', 'GET, HEAD'],
      ['POST', '/', 'GET, HEAD'],
      ['POST', '/Informationen/Impressum', 'GET, HEAD'],
      ['PUT', '/Bremsscheiben/Alle-Fahrzeuge/--1523', 'GET, HEAD, POST'],
      ['DELETE', '/Mein-Partavo/Fahrzeuge', 'GET, HEAD, POST'],
      ['POST', '/Einloggen', 'GET, HEAD'],
    ];
    for (const [method, path, allow] of allowed) {
      const response = await web.request(path, { method });
      expect([path, response.status, response.headers.allow]).toEqual([path, 405, allow]);
    }
  });

  it('answers HEAD as GET, without a body', async () => {
    for (const path of ['/', '/Bremsscheiben/Alle-Fahrzeuge/--1523?page=2', '/api/vehicle/manufacturers', '/nothing']) {
      const [get, head] = [await web.request(path), await web.request(path, { method: 'HEAD' })];
      const facts = [get.status, get.headers['content-type'], ''];
      expect([path, head.status, head.headers['content-type'], head.text ?? '']).toEqual([path, ...facts]);
    }
  });

  it('keeps the query on the way to another edition', async () => {
    const kept: [string, string][] = [
      [
        '/Bremsscheiben/Volkswagen/1-10-1523?kbaTypeId=4711&sort=price&page=2&utm=1',
        '/fr-FR/disques-de-frein/Volkswagen/1-10-1523?kbaTypeId=4711&amp;sort=price&amp;page=2',
      ],
      [
        '/Teilenummernsuche/Kelvo/K12033?modelId=m7&articleId=5001',
        '/fr-FR/recherche-piece/Kelvo/K12033?articleId=5001&amp;modelId=m7',
      ],
      [
        '/Ersatzteile/VW-Golf-VII/2-55-?seriesId=700&categoryId=1523',
        '/fr-FR/pieces-auto/VW-Golf-VII/2-55-?seriesId=700&amp;categoryId=1523',
      ],
      [
        '/Ersatzteile/Volkswagen/1-10-?brand=Kelvo&norm=K12033',
        '/fr-FR/pieces-auto/Volkswagen/1-10-?brand=Kelvo&amp;norm=K12033',
      ],
    ];
    for (const [path, link] of kept) expect((await web.request(path)).text).toContain(`href="${link}"`);
    const [[typed] = ['']] = kept;
    expect((await web.request(typed)).text).toContain('<input type="hidden" name="kbaTypeId" value="4711"/>');
  });

  it('answers a vehicle with a brand, but not for crawlers', async () => {
    const page = await web.request('/Kelvo-Bremsscheiben/VW-Golf-VII/3-m7-1523-7');
    expect(page.status).toBe(200);
    expect(page.text).toContain('noindex');
    expect(page.text).toContain('rel="canonical" href="/Bremsscheiben/VW-Golf-VII/3-m7-1523"');
    expect(page.text).toContain('href="/fr-FR/Kelvo-disques-de-frein/VW-Golf-VII/3-m7-1523-7"');
    expect(web.double.calls.some(({ url }) => url.startsWith('/api/x/x/3-m7-1523-7?'))).toBe(true);
  });

  it('proxies paths of pages with the grammar of the pages', async () => {
    const listing = await web.request('/api/fr-FR/x/tout-type-de-vehicule/--1523?utm=1&page=2');
    expect(listing.body).toMatchObject({ resultCount: 21, page: 2 });
    expect(web.double.calls.at(-1)?.url).toBe('/api/x/x/--1523?locale=fr-FR&country=FR&page=2&sort=popularity');
    expect((await web.request('/api/Teilenummernsuche/Kelvo/K12033')).status).toBe(200);
    expect((await web.request('/api/openapi.json')).status).toBe(200);
    const before = web.double.calls.length;
    const hit = await web.request('/api/fr-FR/y/tout-type-de-vehicule/--1523?page=2&sort=popularity&_=9');
    expect([hit.status, web.double.calls.length]).toEqual([200, before]);
    expect(hit.headers['server-timing']).toContain('cache;desc=hit');
    expect((await web.request('/api/vehicle/manufacturers/10/series', { method: 'DELETE' })).status).toBe(405);
  });
});

describe('hosts of editions', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb({
      PUBLIC_ORIGIN: 'https://www.example.de',
      EDITION_HOSTS: 'www.example.de=de-DE,www.example.fr=fr-FR',
    });
    await web.renew();
  });
  afterAll(() => web.stop());
  const on = (host: string): { headers: Record<string, string> } => ({ headers: { host } });

  it('answers for an edition without a host on the public one', async () => {
    const italian = await web.request('/it-IT/', on('www.example.de'));
    expect(italian.status).toBe(200);
    expect(italian.text).toContain('rel="canonical" href="https://www.example.de/it-IT/"');
    const moved = await web.request('/it-IT/', on('www.example.fr'));
    expect([moved.status, moved.headers.location]).toEqual([301, 'https://www.example.de/it-IT/']);
  });

  it('names a page by the host of its edition', async () => {
    const french = await web.request('/', on('www.example.fr'));
    expect(french.text).toContain('rel="canonical" href="https://www.example.fr/"');
  });

  it('keeps a form on its host when it names an edition of another one', async () => {
    const headers = { ...form, host: 'www.example.fr' };
    const added = await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=1&locale=de-DE', headers);
    expect([added.status, added.headers.location]).toEqual([303, '/panier?new=1']);
    const italian = await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=1&locale=it-IT', {
      ...form,
      host: 'www.example.de',
    });
    expect(italian.headers.location).toBe('/it-IT/carrello?new=1');
  });
});
