import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { form, startWeb, type Web } from '../../../test/doubles/web.js';
import { allEditions } from '../routes/editions.js';
import { localPath } from '../routes/paths.js';

describe('pages over HTTP', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb();
  });
  beforeEach(() => web.renew());
  afterAll(() => web.stop());

  // The stub's catalogue speaks German only, so the German slug is the canonical one in every edition.
  const category = { urlId: '1523', seoAlias: 'Bremsscheiben' };
  const seriesPage = { id: '55', slug: 'VW-Golf-VII' };

  it.each(allEditions)('answers every page of $locale with headers, id and log line', async (edition) => {
    const paths = [
      localPath(edition, 'home', {}),
      localPath(edition, 'vehicles', {}),
      localPath(edition, 'manufacturer', { manufacturer: { id: '10', seoName: 'Volkswagen' } }),
      localPath(edition, 'series', { seriesPage, seriesId: '700' }),
      localPath(edition, 'model', { seriesPage, modelId: 'm7' }),
      localPath(edition, 'category', { category }),
      localPath(edition, 'manufacturerCategory', { category, manufacturer: { id: '10', seoName: 'Volkswagen' } }),
      localPath(edition, 'seriesCategory', { category, seriesPage }),
      localPath(edition, 'modelCategory', { category, seriesPage, modelId: 'm7' }, 2),
      localPath(edition, 'article', { brand: 'Kelvo', number: 'K12033', modelId: 'm7' }),
      localPath(edition, 'cart', {}),
    ];
    for (const path of paths) {
      const response = await web.request(edition.prefix + path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.text).toContain(`<html lang="${edition.locale}"`);
      expect(response.text.match(/<title>/g)).toHaveLength(1);
      expect(response.text).not.toMatch(/meta:|undefined|\[object/);
      expect(response.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
      expect(response.headers['x-powered-by']).toBeUndefined();
      expect(response.headers['speculation-rules']).toMatch(/^"\/prefetch-[\da-f]{8}\.json"$/);
      expect(response.headers.vary).toContain('Accept-Encoding');
      const id = response.headers['x-request-id'] as string;
      expect(response.headers['server-timing']).toContain(`rid;desc="${id.slice(0, 9)}"`);
      expect(
        web.lines.map((line) => JSON.parse(line)).filter((line) => line.reqId === id && line.event === 'request'),
      ).toHaveLength(1);
    }
    const routes = web.lines.map((line) => JSON.parse(line).route);
    expect(routes).toContain(`modelCategory___${edition.locale}`);
  });

  it('sends the same bytes to everybody, and only the cart page per visitor', async () => {
    const added = await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=3&locale=de-DE');
    // The redirect of a visitor without a session checks whether the browser keeps cookies.
    expect([added.status, added.headers.location]).toEqual([303, '/Warenkorb?new=1']);
    const cookie = web.cookies(added);
    const kept = await web.request('/Warenkorb?new=1', { headers: { cookie } });
    expect([kept.status, kept.headers.location]).toEqual([303, '/Warenkorb']);
    const refused = await web.request('/Warenkorb?new=1');
    expect([refused.status, refused.text]).toEqual([
      200,
      expect.stringContaining('Ihr Browser nimmt keine Cookies an'),
    ]);
    expect((await web.request('/Warenkorb')).text).not.toContain('Cookies an');
    const more = await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=0&locale=de-DE', { ...form, cookie });
    expect(more.status).toBe(400);
    expect(cookie).toContain('cartCount=3');
    expect(added.get('Set-Cookie')?.find((value) => value.startsWith('partavo='))).toMatch(/HttpOnly; SameSite=Lax/);
    for (const path of ['/', '/Teilenummernsuche/Kelvo/K12033', '/Bremsscheiben/Alle-Fahrzeuge/--1523']) {
      const [mine, theirs] = [await web.request(path, { headers: { cookie } }), await web.request(path)];
      expect(mine.text).toBe(theirs.text);
      expect(mine.headers.etag).toBe(theirs.headers.etag);
      expect(mine.headers['cache-control']).toBe('private, max-age=0, must-revalidate');
      expect(mine.headers['set-cookie']).toBeUndefined();
      const again = await web.request(path, { headers: { 'if-none-match': mine.headers.etag as string } });
      expect([again.status, again.text]).toEqual([304, '']);
    }
    const cart = await web.request('/Warenkorb', { headers: { cookie } });
    expect(cart.headers['cache-control']).toBe('private, no-store');
    expect(cart.text).not.toBe((await web.request('/Warenkorb')).text);
  });

  it('keeps the delivery country and asks the marketplace for it', async () => {
    const posted = 'country=AT&returnTo=%2Ffr-FR%2Fpanier&locale=fr-FR';
    const chosen = await web.post('/delivery-country', posted, { ...form, cookie: 'locale=fr-FR' });
    expect([chosen.status, chosen.headers.location]).toEqual([303, '/fr-FR/panier']);
    expect(chosen.headers['set-cookie']?.[0]).toMatch(/^country=AT; .*SameSite=Strict/);
    expect(chosen.headers['cache-control']).toBe('private, no-store');
    // A browser without cookies is checked for keeping this one.
    const first = await web.post('/delivery-country', posted);
    const target = '/fr-FR/delivery-country?chosen=AT&returnTo=%2Ffr-FR%2Fpanier';
    expect([first.status, first.headers.location]).toEqual([303, target]);
    const kept = await web.request(target, { headers: { cookie: 'country=AT' } });
    expect([kept.status, kept.headers.location]).toEqual([303, '/fr-FR/panier']);
    const refused = await web.request(target);
    expect([refused.status, refused.text]).toEqual([
      200,
      expect.stringMatching(
        /<p class="note error space-above"[^>]*data-blocked-choice=""[^>]*>Le pays de livraison n’a pas changé/,
      ),
    ]);
    expect(refused.text).toContain('name="returnTo" value="/fr-FR/panier"');
    expect((await web.request('/fr-FR/delivery-country')).text).toMatch(/data-blocked-choice="" hidden=""/);
    const foreign = await web.post('/delivery-country', 'country=XX&returnTo=%2F%2Fevil.example&locale=fr-FR');
    expect([foreign.headers.location, foreign.headers['set-cookie']]).toEqual(['/fr-FR/', undefined]);
    const page = await web.request('/Teilenummernsuche/Kelvo/K12033', { headers: { cookie: 'country=AT' } });
    expect(page.text).toContain('data-country="AT"');
    expect(
      web.double.calls
        .filter(({ url }) => url.startsWith('/api/Angebote'))
        .every(({ url }) => url.includes('country=AT')),
    ).toBe(true);
  });

  it('chooses an edition for the bare address only', async () => {
    const french = { 'accept-language': 'fr-FR,fr;q=0.9' };
    const led = await web.request('/', { headers: french });
    expect([led.status, led.headers.location]).toEqual([302, '/fr-FR/']);
    expect(led.headers.vary).toContain('Accept-Language, Cookie');
    expect(led.headers['cache-control']).toBe('private, no-store');
    expect((await web.request('/', { headers: { ...french, cookie: 'locale=nl-NL' } })).headers.location).toBe(
      '/nl-NL/',
    );
    expect((await web.request('/', { headers: { ...french, cookie: 'locale=de-DE' } })).status).toBe(200);
    expect((await web.request('/', { headers: { ...french, 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
    expect((await web.request('/')).status).toBe(200);
    expect((await web.request('/Warenkorb', { headers: french })).status).toBe(200);
  });

  it('names a universal leaf in the first call for its products, and the chosen filters in later ones (D21)', async () => {
    const target = async (path: string): Promise<unknown[]> => {
      web.double.calls.length = 0;
      const response = await web.request(path);
      expect(response.status).toBe(200);
      // No link or field of the page contains the choice.
      expect(response.text).not.toContain(Buffer.from('[{"key":"cleaf"').toString('base64url').slice(0, 16));
      return web.double.calls
        .filter(({ url }) => url.startsWith('/api/x/x/'))
        .map(({ url }) => new URL(url, 'http://double').searchParams.get('f'))
        .map((f) => f && JSON.parse(Buffer.from(f, 'base64url').toString()));
    };
    const leaf = '/Bremsscheiben/8-2349';
    expect(await target(leaf)).toEqual([[{ key: 'cleaf', values: ['452'] }]]);
    const chosen = [{ key: 'brand', values: ['30'] }];
    const f = Buffer.from(JSON.stringify(chosen)).toString('base64url');
    expect(await target(`${leaf}?f=${f}`)).toEqual([chosen]);
    expect(await target(`${leaf}?page=2`)).toEqual([null]);
    expect(await target('/Bremsscheiben/Alle-Fahrzeuge/--1523')).toEqual([null]);
  });

  it('looks for the numbers of the demonstration catalogue in no other', async () => {
    const axle = (): number => web.double.calls.filter(({ url }) => url.includes('categoryId=2108')).length;
    await web.request('/');
    expect(axle()).toBe(1);
    web.forget();
    web.double.calls.length = 0;
    web.isDemonstration = false;
    expect((await web.request('/')).status).toBe(200);
    expect(axle()).toBe(0);
    web.isDemonstration = true;
  });

  it('promotes what the catalogue has, and is kept where it lacks a promoted category', async () => {
    web.double.breakOn(/[/?&=-](243|1523|1312)(&|$)/, 'unknown');
    expect((await web.request('/')).text).not.toContain('aria-labelledby="h-pro"');
    // The first response says whether the catalogue is a demonstration.
    await web.request('/');
    const again = await web.request('/');
    expect([again.status, again.headers['server-timing']]).toEqual([200, expect.stringContaining('cache;desc=hit')]);
    expect(web.lines.map((line) => JSON.parse(line).event)).not.toContain('page_optional_failed');
    await web.renew();
    web.double.breakOn(/[/?&=-]243(&|$)/, 'unknown');
    expect((await web.request('/')).text).toContain('aria-labelledby="h-pro"');
  });

  it('lets search engines see a group with products in it, and none without', async () => {
    const group = { category: { urlId: '20', seoAlias: 'Bremsscheiben' } };
    const german = allEditions[0] as (typeof allEditions)[number];
    const noindex = 'name="robots" content="noindex"';
    const full = await web.request(localPath(german, 'category', group));
    expect([full.status, full.text.includes(noindex)]).toEqual([200, false]);
    const empty = await web.request(localPath(german, 'modelCategory', { ...group, seriesPage, modelId: 'm7' }));
    expect([empty.status, empty.text.includes(noindex)]).toEqual([200, true]);
  });

  it('sends built files as compressed, for ever', async () => {
    const plain = await web.request('/build/a-HASH.js');
    expect([plain.text, plain.headers['cache-control']]).toEqual(['plain', 'public, max-age=31536000, immutable']);
    const pressed = await web.request('/build/a-HASH.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect([pressed.text, pressed.headers['content-encoding']]).toEqual(['pressed', 'br']);
    const refused = await web.request('/build/a-HASH.js', { headers: { 'accept-encoding': 'gzip, br;q=0' } });
    expect([refused.text, refused.headers['content-encoding']]).toEqual(['plain', undefined]);
  });
});
