import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
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

  // The double's catalogue speaks German only, so the German slug is the canonical one in every edition.
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
      const answer = await web.ask(edition.prefix + path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.text).toContain(`<html lang="${edition.locale}"`);
      expect(answer.text.match(/<title>/g)).toHaveLength(1);
      expect(answer.text).not.toMatch(/meta:|undefined|\[object/);
      expect(answer.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
      expect(answer.headers['x-powered-by']).toBeUndefined();
      const id = answer.headers['x-request-id'] as string;
      expect(answer.headers['server-timing']).toContain(`rid;desc="${id.slice(0, 9)}"`);
      expect(
        web.lines.map((line) => JSON.parse(line)).filter((line) => line.reqId === id && line.event === 'request'),
      ).toHaveLength(1);
    }
    const routes = web.lines.map((line) => JSON.parse(line).route);
    expect(routes).toContain(`modelCategory___${edition.locale}`);
  });

  it('sends the same bytes to everybody, and only the cart page per visitor', async () => {
    const added = await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=3&locale=de-DE');
    // Who came without a session is asked whether the browser has kept the one that was given.
    expect([added.status, added.headers.location]).toEqual([303, '/Warenkorb?new=1']);
    const cookie = web.cookies(added);
    const kept = await web.ask('/Warenkorb?new=1', { headers: { cookie } });
    expect([kept.status, kept.headers.location]).toEqual([303, '/Warenkorb']);
    const refused = await web.ask('/Warenkorb?new=1');
    expect([refused.status, refused.text]).toEqual([
      200,
      expect.stringContaining('Ihr Browser nimmt keine Cookies an'),
    ]);
    expect((await web.ask('/Warenkorb')).text).not.toContain('Cookies an');
    const more = await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=0&locale=de-DE', { ...form, cookie });
    expect(more.status).toBe(400);
    expect(cookie).toContain('cartCount=3');
    expect(added.get('Set-Cookie')?.find((value) => value.startsWith('partavo='))).toMatch(/HttpOnly; SameSite=Lax/);
    for (const path of ['/', '/Teilenummernsuche/Kelvo/K12033', '/Bremsscheiben/Alle-Fahrzeuge/--1523']) {
      const [mine, theirs] = [await web.ask(path, { headers: { cookie } }), await web.ask(path)];
      expect(mine.text).toBe(theirs.text);
      expect(mine.headers.etag).toBe(theirs.headers.etag);
      expect(mine.headers['cache-control']).toBe('private, max-age=0, must-revalidate');
      expect(mine.headers['set-cookie']).toBeUndefined();
      const again = await web.ask(path, { headers: { 'if-none-match': mine.headers.etag as string } });
      expect([again.status, again.text]).toEqual([304, '']);
    }
    const cart = await web.ask('/Warenkorb', { headers: { cookie } });
    expect(cart.headers['cache-control']).toBe('private, no-store');
    expect(cart.text).not.toBe((await web.ask('/Warenkorb')).text);
  });

  it('keeps the delivery country and asks the marketplace for it', async () => {
    const posted = 'country=AT&returnTo=%2Ffr-FR%2Fpanier&locale=fr-FR';
    const chosen = await web.post('/delivery-country', posted, { ...form, cookie: 'locale=fr-FR' });
    expect([chosen.status, chosen.headers.location]).toEqual([303, '/fr-FR/panier']);
    expect(chosen.headers['set-cookie']?.[0]).toMatch(/^country=AT; .*SameSite=Strict/);
    // A browser without any cookie is asked whether it has kept this one.
    const first = await web.post('/delivery-country', posted);
    const asked = '/fr-FR/delivery-country?chosen=AT&returnTo=%2Ffr-FR%2Fpanier';
    expect([first.status, first.headers.location]).toEqual([303, asked]);
    const kept = await web.ask(asked, { headers: { cookie: 'country=AT' } });
    expect([kept.status, kept.headers.location]).toEqual([303, '/fr-FR/panier']);
    const refused = await web.ask(asked);
    expect([refused.status, refused.text]).toEqual([
      200,
      expect.stringMatching(
        /<p class="note error space-above"[^>]*data-blocked-choice=""[^>]*>Le pays de livraison n’a pas changé/,
      ),
    ]);
    expect(refused.text).toContain('name="returnTo" value="/fr-FR/panier"');
    expect((await web.ask('/fr-FR/delivery-country')).text).toMatch(/data-blocked-choice="" hidden=""/);
    const foreign = await web.post('/delivery-country', 'country=XX&returnTo=%2F%2Fevil.example&locale=fr-FR');
    expect([foreign.headers.location, foreign.headers['set-cookie']]).toEqual(['/fr-FR/', undefined]);
    const page = await web.ask('/Teilenummernsuche/Kelvo/K12033', { headers: { cookie: 'country=AT' } });
    expect(page.text).toContain('data-country="AT"');
    expect(
      web.double.calls
        .filter(({ url }) => url.startsWith('/api/Angebote'))
        .every(({ url }) => url.includes('country=AT')),
    ).toBe(true);
  });

  it('chooses an edition for the bare address only', async () => {
    const french = { 'accept-language': 'fr-FR,fr;q=0.9' };
    const led = await web.ask('/', { headers: french });
    expect([led.status, led.headers.location]).toEqual([302, '/fr-FR/']);
    expect(led.headers.vary).toContain('Accept-Language, Cookie');
    expect((await web.ask('/', { headers: { ...french, cookie: 'locale=nl-NL' } })).headers.location).toBe('/nl-NL/');
    expect((await web.ask('/', { headers: { ...french, cookie: 'locale=de-DE' } })).status).toBe(200);
    expect((await web.ask('/', { headers: { ...french, 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
    expect((await web.ask('/')).status).toBe(200);
    expect((await web.ask('/Warenkorb', { headers: french })).status).toBe(200);
  });

  it('names a universal leaf in the first call for its products, and what is chosen in later ones (D21)', async () => {
    const asked = async (path: string): Promise<unknown[]> => {
      web.double.calls.length = 0;
      const answer = await web.ask(path);
      expect(answer.status).toBe(200);
      // A link or a field of the page names nothing of it.
      expect(answer.text).not.toContain(Buffer.from('[{"key":"cleaf"').toString('base64url').slice(0, 16));
      return web.double.calls
        .filter(({ url }) => url.startsWith('/api/x/x/'))
        .map(({ url }) => new URL(url, 'http://double').searchParams.get('f'))
        .map((f) => f && JSON.parse(Buffer.from(f, 'base64url').toString()));
    };
    const leaf = '/Bremsscheiben/8-2349';
    expect(await asked(leaf)).toEqual([[{ key: 'cleaf', values: ['452'] }]]);
    const chosen = [{ key: 'brand', values: ['30'] }];
    const f = Buffer.from(JSON.stringify(chosen)).toString('base64url');
    expect(await asked(`${leaf}?f=${f}`)).toEqual([chosen]);
    expect(await asked(`${leaf}?page=2`)).toEqual([null]);
    expect(await asked('/Bremsscheiben/Alle-Fahrzeuge/--1523')).toEqual([null]);
  });

  it('looks for the numbers of the demonstration catalogue in no other', async () => {
    const axle = (): number => web.double.calls.filter(({ url }) => url.includes('categoryId=2108')).length;
    await web.ask('/');
    expect(axle()).toBe(1);
    web.forget();
    web.double.calls.length = 0;
    web.isDemonstration = false;
    expect((await web.ask('/')).status).toBe(200);
    expect(axle()).toBe(0);
    web.isDemonstration = true;
  });

  it('promotes what the catalogue has, and is kept where it lacks a promoted category', async () => {
    web.double.breakOn(/[/?&=-](243|1523|1312)(&|$)/, 'unknown');
    expect((await web.ask('/')).text).not.toContain('aria-labelledby="h-pro"');
    // The first answer tells which catalogue the pages are of.
    await web.ask('/');
    const again = await web.ask('/');
    expect([again.status, again.headers['server-timing']]).toEqual([200, expect.stringContaining('cache;desc=hit')]);
    expect(web.lines.map((line) => JSON.parse(line).event)).not.toContain('page_optional_failed');
    await web.renew();
    web.double.breakOn(/[/?&=-]243(&|$)/, 'unknown');
    expect((await web.ask('/')).text).toContain('aria-labelledby="h-pro"');
  });

  it('lets search engines see a group with products in it, and none without', async () => {
    const group = { category: { urlId: '20', seoAlias: 'Bremsscheiben' } };
    const german = allEditions[0] as (typeof allEditions)[number];
    const noindex = 'name="robots" content="noindex"';
    const full = await web.ask(localPath(german, 'category', group));
    expect([full.status, full.text.includes(noindex)]).toEqual([200, false]);
    const empty = await web.ask(localPath(german, 'modelCategory', { ...group, seriesPage, modelId: 'm7' }));
    expect([empty.status, empty.text.includes(noindex)]).toEqual([200, true]);
  });

  it('sends built files as compressed, for ever', async () => {
    const plain = await web.ask('/build/a-HASH.js');
    expect([plain.text, plain.headers['cache-control']]).toEqual(['plain', 'public, max-age=31536000, immutable']);
    const pressed = await web.ask('/build/a-HASH.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect([pressed.text, pressed.headers['content-encoding']]).toEqual(['pressed', 'br']);
    const refused = await web.ask('/build/a-HASH.js', { headers: { 'accept-encoding': 'gzip, br;q=0' } });
    expect([refused.text, refused.headers['content-encoding']]).toEqual(['plain', undefined]);
  });
});
