import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from './support/catalogue.js';
import { importOwnCatalogue, ownIdentity } from './support/own-catalogue.js';
import { type Shop, startShop } from './support/shop.js';

/** A shop with its own catalogue and file contains nothing of the demonstration. */
const origin = 'https://www.teile-nord.de';
const checkout = { CHECKOUT_URL: 'de-DE=https://pay.teile-nord.de/cart,fr-FR=https://pay.teile-nord.de/panier' };
const environment = { PUBLIC_ORIGIN: origin, ENVIRONMENT: 'live', CHECKOUT_SECRET: 'c'.repeat(32), ...checkout };
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"><rect width="200" height="40" fill="#0b6e4f"/></svg>';
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#0b6e4f"/></svg>';
const french = { capital: '25 000 €', mediator: 'Médiateur Auto, 1 rue A, Paris', host: 'Hôte SAS, Paris, +33 1' };
const file = {
  name: 'Teile Nord',
  logo: 'logo.svg',
  icon: 'icon.svg',
  colours: { light: { signal: '#0b6e4f', 'signal-d': '#095c42', 'on-signal': '#ffffff' } },
  identity: ownIdentity,
  services: { delivery: ['Nordpost'], payment: ['Rechnung'] },
  editions: { 'de-DE': {}, 'fr-FR': { identity: { email: 'aide@teile-nord.fr', ...french } } },
};

const dataDir = mkdtempSync(join(tmpdir(), 'own-shop-'));
const tell = (content: unknown): void => writeFileSync(join(dataDir, 'shop.json'), JSON.stringify(content));
function check(env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist/operate.js'), 'config', 'check'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}
beforeAll(async () => {
  await importOwnCatalogue(dataDir);
  writeFileSync(join(dataDir, 'logo.svg'), logo);
  writeFileSync(join(dataDir, 'icon.svg'), icon);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Returns all pages that links reach from the home pages of both editions, and files about the site, by address. */
async function wholeSite(shop: Shop): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = [
    '/',
    '/fr-FR/',
    '/bot',
    '/fr-FR/bot',
    '/no-such-page',
    '/fr-FR/no-such-page',
    '/Warenkorb',
    '/fr-FR/panier',
    '/search?query=Bremsscheiben',
    '/Volltextsuche?query=Kelvo',
    '/robots.txt',
    '/.well-known/security.txt',
    '/sitemap.xml',
    ...['de-DE', 'fr-FR'].flatMap((locale) => [
      `/manifest/${locale}.webmanifest`,
      `/opensearch/${locale}.xml`,
      `/fragments/${locale}/menu.html`,
      `/fragments/${locale}/consent.html`,
    ]),
  ];
  const known = new Set(waiting);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const response = await fetch(shop.origin + path);
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();
    found.set(path, text);
    const links = [...text.matchAll(/(?:href="|<loc>)([^"<]+)/g)].map(([, address = '']) => address);
    for (const link of links) {
      const next = link.replaceAll('&amp;', '&').replace(origin, '').replace(/#.*/, '');
      if (!next.startsWith('/') || next.startsWith('//') || /^\/(build|api|images)\//.test(next) || known.has(next))
        continue;
      known.add(next);
      waiting.push(next);
    }
  }
  return found;
}

describe('with a whole file', () => {
  let shop: Shop;
  let site: Map<string, string>;
  const page = (path: string): string => site.get(path) ?? '';
  beforeAll(async () => {
    tell(file);
    shop = await startShop(environment, dataDir);
    site = await wholeSite(shop);
  });
  afterAll(() => void shop?.process.kill('SIGKILL'));

  test('the check says so', () => {
    expect(check(environment)).toEqual({
      status: 0,
      output: `${join(dataDir, 'shop.json')} is in order: Teile Nord, de-DE, fr-FR.\n`,
    });
    expect(shop.log.filter(({ event }) => event === 'edition_incomplete')).toEqual([]);
  });

  test('no word of the demonstration is left on any page, in any file', () => {
    expect(site.size).toBeGreaterThan(60);
    const words =
      /Partavo|d[ée]mo\b|d[ée]monstrat|11[.\s]542|PayPal|Klarna|\.example\b|wird vom Betreiber|à compléter par/i;
    const left = [...site].flatMap(([path, text]) => {
      // The name of the cookie is the same for all shops, since another would empty carts (P95). Examples use hosts
      // that do not exist (RFC 2606).
      const own = path.endsWith('/developers') ? text.replaceAll('kelvo.example', '') : text;
      const found = words.exec(own.replaceAll(/partavo\u202f?:/g, ''));
      return found ? [`${path}: ${text.slice(found.index - 60, found.index + 40)}`] : [];
    });
    expect(left).toEqual([]);
  });

  test('imprint, contact and structured data say who runs the shop', () => {
    const imprint = page('/Informationen/Impressum');
    for (const value of [ownIdentity.company, ownIdentity.address, ownIdentity.register, ownIdentity.dispute])
      expect(imprint).toContain(value);
    expect(imprint).not.toContain('Vertreten durch');
    expect(page('/fr-FR/informations/mentions-legales')).toContain(french.mediator);
    expect(page('/Informationen/Hilfe-und-Kontakt')).toContain(ownIdentity.phone);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page('/fr-FR/')) ?? [];
    expect(JSON.parse(json)['@graph']).toContainEqual(
      expect.objectContaining({
        '@type': 'Organization',
        name: 'Teile Nord',
        legalName: ownIdentity.company,
        contactPoint: expect.objectContaining({ email: 'aide@teile-nord.fr', telephone: ownIdentity.phone }),
      }),
    );
    expect(page('/.well-known/security.txt')).toContain(`Contact: mailto:${ownIdentity.email}\n`);
    expect(page('/bot')).toContain(`mailto:${ownIdentity.email}`);
  });

  test('logo, icons and colours are those of the file', async () => {
    const [, address = ''] =
      /src="(\/logo-[0-9a-f]{8}\.svg)" width="200" height="40" alt="Teile Nord"/.exec(page('/')) ?? [];
    const served = await fetch(shop.origin + address);
    expect([served.headers.get('content-type'), await served.text()]).toEqual(['image/svg+xml', logo]);
    expect(page('/')).toContain(`"logo":"${origin}${address}"`);
    expect(await (await fetch(`${shop.origin}/icon.svg`)).text()).toBe(icon);
    for (const [name, kind] of [
      ['favicon.ico', 'image/x-icon'],
      ['apple-touch-icon.png', 'image/png'],
      ['icon-maskable-512.png', 'image/png'],
    ]) {
      const own = await fetch(`${shop.origin}/${name}`);
      const usual = readFileSync(join(root, 'static', name as string));
      expect([own.status, own.headers.get('content-type')]).toEqual([200, kind]);
      expect(Buffer.from(await own.arrayBuffer()).equals(usual)).toBe(false);
    }
    const { headers } = await fetch(`${shop.origin}/`);
    const styles = [...page('/').matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css);
    expect(styles).toHaveLength(2);
    // The build shortens names of properties, so the signal colour is found by its usual value.
    const [, signal] = /(--\w+):\s*#ffb900/.exec(styles[0] ?? '') ?? [];
    expect(styles[1]?.split(`${signal}:#0b6e4f`)).toHaveLength(3);
    for (const css of styles) {
      const hash = createHash('sha256').update(css).digest('base64');
      expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
    }
  });

  test('services are those that the file names', () => {
    expect(page('/')).toMatch(/Nordpost.*Rechnung/s);
    expect(page('/fr-FR/')).toContain('Nordpost');
  });

  test('an edition that is off has no link, no sitemap and no address', async () => {
    for (const [path, text] of site) {
      // The description of the API covers all six languages.
      if (path.endsWith('/developers')) continue;
      const other = /(?:it-IT|es-ES|nl-NL|de-AT)/.exec(text);
      expect([path, other && text.slice(other.index - 80, other.index + 20)]).toEqual([path, null]);
    }
    for (const path of [
      '/it-IT/',
      '/it-IT',
      '/it-IT/ricambi/tutte-le-auto/--',
      '/carrello',
      '/nl-NL/winkelwagen',
      '/fragments/it-IT/menu.html',
    ]) {
      const { status } = await fetch(shop.origin + path, { redirect: 'manual' });
      expect([path, status]).toEqual([path, 404]);
    }
    const { headers } = await fetch(`${shop.origin}/`, { headers: { 'accept-language': 'it' }, redirect: 'manual' });
    expect(headers.get('location')).toBeNull();
  });

  test('without a provider there is no login', async () => {
    expect((await fetch(`${shop.origin}/Einloggen`)).status).toBe(404);
    expect((await fetch(`${shop.origin}/Mein-Konto/Fahrzeuge`)).status).toBe(404);
  });
});

describe('without what the law asks for', () => {
  let shop: Shop;
  beforeAll(async () => {
    tell({ ...file, editions: { 'de-DE': {}, 'fr-FR': {} } });
    shop = await startShop(environment, dataDir);
  });
  afterAll(() => void shop?.process.kill('SIGKILL'));
  const html = async (path: string): Promise<string> => (await fetch(shop.origin + path)).text();
  const banner = 'il manque des mentions obligatoires';

  test('start and check name the missing data and the act', () => {
    const [line] = shop.log.filter(({ event }) => event === 'edition_incomplete');
    expect(line).toMatchObject({
      edition: 'fr-FR',
      missing: [{ field: 'capital' }, { field: 'host' }, { field: 'mediator' }],
    });
    const { status, output } = check(environment);
    expect(status).toBe(1);
    expect(output).toContain(
      'editions fr-FR identity mediator: is missing (Code de la consommation, art. L. 616-1); until',
    );
  });

  test('the edition says so on every page, and nobody finds it; the other is as before', async () => {
    for (const path of ['/fr-FR/', '/fr-FR/informations/mentions-legales', '/fr-FR/no-such-page', '/fr-FR/panier']) {
      const page = await html(path);
      expect(page).toContain(banner);
      expect(page).toContain('<meta name="robots" content="noindex"');
      expect(page).not.toContain('hreflang="fr-FR" href="https');
    }
    const german = await html('/');
    expect(german).not.toMatch(/Pflichtangaben|content="noindex"|rel="alternate" hreflang="fr-FR"/);
    expect(await html('/sitemap.xml')).not.toContain('fr-FR');
    expect(await html('/fr-FR/informations/mentions-legales')).toContain('à compléter par l’exploitant');
  });

  test('it hands no cart over', async () => {
    const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--7`)).json();
    const added = await fetch(`${shop.origin}/api/Warenkorb/Hinzufuegen/${spareParts[0].offerId}`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', origin: shop.origin },
      body: '{"quantity":1}',
    });
    const cookie = added.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const cart = async (path: string) => (await fetch(shop.origin + path, { headers: { cookie } })).text();
    expect(await cart('/Warenkorb')).toContain('pay.teile-nord.de');
    const french = await cart('/fr-FR/panier');
    expect(french).toContain('la validation des commandes est suspendue');
    expect(french).not.toContain('pay.teile-nord.de');
    const handed = await fetch(`${shop.origin}/api/Warenkorb/Kasse?locale=fr-FR`, { headers: { cookie } });
    expect(handed.status).toBe(404);
  });
});

test('a shop with its own catalogue that has no file runs on as it did, and says that something is missing', async () => {
  rmSync(join(dataDir, 'shop.json'));
  const shop = await startShop({ ...environment, SHOP_NAME: 'Teile Nord' }, dataDir);
  try {
    const page = await (await fetch(`${shop.origin}/`)).text();
    expect(page).toMatch(/Pflichtangaben des Betreibers fehlen/);
    expect(page).not.toMatch(/content="noindex"|PayPal|\.example|11\.542/);
  } finally {
    shop.process.kill('SIGKILL');
  }
});

test('a broken file ends the start with a sentence, and the check with 1', async () => {
  tell({ ...file, identity: { email: 'nobody' } });
  const expected = `${join(dataDir, 'shop.json')}, identity email: must be an e-mail address, found "nobody".`;
  expect(check()).toEqual({ status: 1, output: `${expected}\n` });
  await expect(startShop({}, dataDir)).rejects.toThrow(`the shop ended with 1: ${expected}`);
});

test('the check is called with its word', () => {
  const { status } = spawnSync(process.execPath, [join(root, 'dist/operate.js'), 'config'], { encoding: 'utf8' });
  expect(status).toBe(2);
});
