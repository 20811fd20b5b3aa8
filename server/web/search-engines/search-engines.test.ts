import { describe, expect, it } from 'vitest';
import { readEnv } from '../../env.js';
import { allEditions, editions } from '../routes/editions.js';
import { createRoutes } from '../routes/routes.js';
import { robotsTxt } from './serve-site-files.js';
import { linksAhead } from './speculation-rules.js';
import { breadcrumbs, jsonLd } from './structured-data.js';

describe('files for search engines and browsers', () => {
  it('contain data that cannot end its element', () => {
    const name = '</script><script>alert(1)</script>';
    const text = jsonLd([breadcrumbs([{ label: name, href: '/x' }], (address) => `https://a.example${address}`)]);
    expect(text).not.toContain('<');
    expect(JSON.parse(text)['@graph'][0].itemListElement[0]).toMatchObject({ name, item: 'https://a.example/x' });
  });

  it('never prefetch the cart, a link that fills it, a search or a call', () => {
    for (const { prefix, pathNames } of allEditions) {
      for (const word of [pathNames.cart, pathNames.fullText])
        for (const link of [
          `[href="${prefix}/${word}"]`,
          `[href^="${prefix}/${word}/"]`,
          `[href^="${prefix}/${word}?"]`,
        ])
          expect(linksAhead).toContain(link);
      expect(linksAhead).toContain(`[href^="${prefix}/search"]`);
    }
    expect(linksAhead).toContain('[href^="/api/"]');
    // The word alone would also match the article pages.
    expect(linksAhead).not.toContain('[href^="/es-ES/busqueda"]');
  });

  it('give each host the rules of its own editions', () => {
    const routes = createRoutes(new Map([['www.example.fr', 'fr-FR' as const]]), 'https://www.example.de');
    const french = robotsTxt(routes, 'www.example.fr', 'https://www.example.fr/sitemap.xml', false);
    expect(french).toContain('\nDisallow: /panier$\n');
    expect(french).not.toContain('Warenkorb');
    const others = robotsTxt(routes, 'www.example.de', null, false);
    expect(others).toContain('\nDisallow: /de-AT/Warenkorb$\n');
    expect(others).not.toContain('panier');
  });

  it('begin public addresses only with configured origins', () => {
    const routes = createRoutes(new Map([['www.example.fr', 'fr-FR' as const]]), 'https://www.example.de');
    const bare = createRoutes(new Map(), undefined);
    expect(routes.publicBase(editions['fr-FR'], 'evil.example')).toBe('https://www.example.fr');
    expect(routes.publicBase(editions['de-AT'], 'evil.example')).toBe('https://www.example.de/de-AT');
    expect(bare.publicBase(editions['de-AT'], 'evil.example')).toBe('/de-AT');
  });

  it('take an address for mail or a page as the security contact', () => {
    expect(readEnv({ SECURITY_CONTACT: 'cert@a.example' }).SECURITY_CONTACT).toBe('mailto:cert@a.example');
    expect(readEnv({ SECURITY_CONTACT: 'https://a.example/cert' }).SECURITY_CONTACT).toBe('https://a.example/cert');
    expect(() => readEnv({ SECURITY_CONTACT: 'nobody' })).toThrow('SECURITY_CONTACT');
  });
});
