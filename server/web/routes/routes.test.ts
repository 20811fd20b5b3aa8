import { describe, expect, it } from 'vitest';
import { fc } from '../../../test/support/properties.js';
import type { LinkName, LinkParameters } from '../../../views/links.js';
import { formatTail } from '../../contract/tail.js';
import type { EditionSettings } from '../../shop-file/shop-settings.js';
import { allEditions, type Edition, editions } from './editions.js';
import { localPath } from './paths.js';
import { matchPath, type RouteMatch } from './route-table.js';
import { createRoutes } from './routes.js';
import { createEditions, isClosed } from './shop-editions.js';

const host = 'localhost:3000';
const routes = createRoutes(new Map(), undefined);
const mapped = createRoutes(new Map([['www.example.fr', 'fr-FR' as const]]), 'https://www.example.de');

const id = fc.integer({ min: 1, max: 999_999_999_999_999 }).map(String);
const slug = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9-]{0,20}$/).filter((text) => !/^\d*-/.test(text));
const modelId = fc.stringMatching(/^\w{1,32}$/);
const number = fc.stringMatching(/^[A-Z0-9]{1,40}$/);
const category = fc.record({ urlId: id, seoAlias: slug });
const withSlug = fc.record({ id, slug });
const withSeoName = fc.record({ id, seoName: slug });

/** Parameters of each page whose address contains all data of the page, and the result of matching it. */
const cases: { [N in LinkName]?: fc.Arbitrary<LinkParameters[N]> } = {
  home: fc.constant({}),
  cart: fc.constant({}),
  bot: fc.constant({}),
  developers: fc.constant({}),
  search: fc.constant({}),
  fullText: fc.constant({}),
  compare: fc.constant({ ids: [] }),
  article: fc.record({ brand: slug, number }),
  shop: fc.record({ shop: slug }),
  shopTerms: fc.record({ shop: slug }),
  shopPolicy: fc.record({ shop: slug }),
  partNumber: fc.record({ number }),
  vehicles: fc.constant({}),
  manufacturer: fc.record({ manufacturer: withSeoName }),
  series: fc.record({ seriesPage: withSlug }),
  model: fc.record({ seriesPage: withSlug, modelId }),
  category: fc.record({ category }),
  universalCategory: fc.record({ category }),
  manufacturerCategory: fc.record({ category, manufacturer: withSeoName }),
  seriesCategory: fc.record({ category, seriesPage: withSlug }),
  modelCategory: fc.record({ category, seriesPage: withSlug, modelId }),
  brand: fc.record({ brand: withSlug }),
  brandCategory: fc.record({ brand: withSlug, category }),
  information: fc.constant({ page: 'imprint' as const }),
};
/** Ids that matching must return. */
function idsOf(parameters: Record<string, unknown>): (string | undefined)[] {
  const get = (name: string) => parameters[name] as Record<string, string> | undefined;
  return [
    get('category')?.urlId,
    (parameters.modelId as string | undefined) ?? get('manufacturer')?.id ?? get('seriesPage')?.id,
    get('brand')?.id,
  ];
}
const reserved = (edition: Edition, path: string): boolean => {
  const { pathNames } = edition;
  const first = path.split('/')[1]?.toLowerCase();
  return [pathNames.partNumbers, pathNames.shop, pathNames.cart, pathNames.compare, pathNames.information].some(
    (word) => word.toLowerCase() === first,
  );
};
const found = (edition: Edition, path: string): RouteMatch => {
  const result = matchPath(edition, path);
  if (!result || !('match' in result)) throw new Error(`no match for ${path}: ${JSON.stringify(result)}`);
  return result.match;
};

describe('addresses and their pages', () => {
  it('a part number is below a category and a maker, or below words for all of them', () => {
    const edition = editions['de-DE'];
    const [categories, manufacturers] = edition.pathNames.partNumberDefaults;
    const addressOf = (category?: string, manufacturer?: string) =>
      localPath(edition, 'partNumber', { number: '1K0', category, manufacturer });
    const start = `/${edition.pathNames.partNumbers}`;
    expect(addressOf()).toBe(`${start}/${categories}/${manufacturers}/1K0`);
    expect(addressOf('a', 'b/c')).toBe(`${start}/a/b%2Fc/1K0`);
  });

  it('the first enabled edition has the bare address if the default one is off', () => {
    const settings = {
      identity: {} as EditionSettings['identity'],
      deliveryServices: [],
      paymentServices: [],
      socialLinks: [],
      pages: {},
    };
    const own = createEditions(
      { INFORMATION_URLS: new Map() },
      {
        editions: new Map([
          ['it-IT', settings],
          ['fr-FR', settings],
        ]),
      },
    );
    expect(own.all.map(({ locale, prefix }) => [locale, prefix])).toEqual([
      ['fr-FR', ''],
      ['it-IT', '/it-IT'],
    ]);
    expect(own.default.locale).toBe('fr-FR');
    expect(['de-de', 'fr-FR', 'xx-XX'].map(own.isOff)).toEqual([true, false, false]);
    // It has no operator. An edition with one is open, as is the demonstration.
    const result = own.default.own && { ...own.default.own, missing: [] };
    const all = [own.default, { ...own.default, own: result }, editions['fr-FR']];
    expect(all.map(isClosed)).toEqual([true, false, false]);
  });

  it.each([
    ['fr-FR', 'www.example.fr', true],
    ['fr-FR', 'www.example.fr:8443', true],
    ['de-DE', 'www.example.fr', false],
    ['fr-FR', 'localhost', false],
    ['de-DE', 'localhost', true],
  ] as const)('files about %s belong on %s: %s', (locale, at, expected) => {
    expect(mapped.serves(editions[locale], at)).toBe(expected);
  });

  it.each([
    [1, '', ''],
    [2, '?page=2', '&page=2'],
    [3, '?page=3', '&page=3'],
  ])('page %s of a listing follows its own query', (page, plain, more) => {
    const edition = editions['de-DE'];
    const seriesPage = { id: '21', slug: 'Golf' };
    const addressOf = (seriesId?: string) => localPath(edition, 'series', { seriesPage, seriesId }, page);
    expect(addressOf()).toBe(`/${edition.pathNames.section}/Golf/2-21-${plain}`);
    expect(addressOf('a/b&c')).toBe(`/${edition.pathNames.section}/Golf/2-21-?seriesId=a/b%26c${more}`);
  });

  it.each(allEditions)('url() and match are inverse in $locale', (edition) => {
    for (const [name, arbitrary] of Object.entries(cases) as [LinkName, fc.Arbitrary<never>][]) {
      fc.assert(
        fc.property(arbitrary, (parameters) => {
          const path = localPath(edition, name, parameters);
          if (parameters && 'category' in parameters && reserved(edition, path)) return;
          const match = found(edition, path);
          expect(match.name).toBe(name);
          const { brand, number: norm } = parameters as { brand?: string; number?: string };
          if (name === 'article') expect(match.params).toEqual({ brand, number: norm });
          if (match.tail) {
            expect([
              match.tail.categoryId ?? undefined,
              match.tail.id ?? undefined,
              match.tail.brandId ?? undefined,
            ]).toEqual(idsOf(parameters));
          }
          const editionPath = routes.locate(host, edition.prefix + path);
          expect([editionPath.edition.locale, editionPath.path, editionPath.moved]).toEqual([
            edition.locale,
            path,
            false,
          ]);
        }),
        { numRuns: 60 },
      );
    }
  });

  it('redirects another spelling to the canonical one at once', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...allEditions),
        slug,
        slug,
        modelId,
        id,
        (edition, first, second, model, categoryId) => {
          const path = `/${first}/${second}/3-${model}-${categoryId}`;
          if (reserved(edition, path)) return;
          expect(found(edition, `${path}/`)).toEqual(found(edition, path));
          const shouted = routes.locate(host, `${edition.prefix.toUpperCase()}${path}`);
          if (edition.prefix)
            expect([shouted.prefix + shouted.path, shouted.moved]).toEqual([edition.prefix + path, true]);
          // Only the page can complete an address with a lost slug.
          expect(found(edition, `/${first}/3-${model}-${categoryId}`).name).toBe('modelCategory');
          expect(found(edition, `/3-${model}-${categoryId}`).name).toBe('modelCategory');
        },
      ),
    );
    expect(matchPath(editions['de-DE'], '/Warenkorb/')).toEqual({ redirect: '/Warenkorb' });
    expect(matchPath(editions['de-DE'], '/warenkorb')).toEqual({ redirect: '/Warenkorb' });
    expect(matchPath(editions['de-DE'], '/Teilenummernsuche/Kelvo/k-120.33')).toEqual({
      redirect: '/Teilenummernsuche/Kelvo/K12033',
    });
  });

  it('separates the part after the tail', () => {
    expect(found(editions['de-DE'], '/Oelfilter/golf/3-x1-243/a/b')).toMatchObject({
      name: 'modelCategory',
      rest: '/a/b',
    });
  });

  it.each([
    '/a/b/3--5',
    '/a/b/1-x1-5',
    '/a/b/2-1a-',
    '/a/b/--5x',
    '/a/b/--5-7x',
    '/a/b/3-a.b-5',
    '/a/b/4-1-5',
    '/a/b/1-01-5',
    '/a/b/1-5-6-7-8',
    '/a/b/1-1234567890123456-',
    '/a/8-',
    '/a/8-05',
    '/a/b/-7-5',
    '/a/b',
    '/x',
    '/Shop',
    '/Informationen/gibt-es-nicht',
  ])('has no page at %s', (path) => {
    expect(matchPath(editions['de-DE'], path)).toBeNull();
  });

  it('throws only for broken percent-encoding', () => {
    expect(() => matchPath(editions['de-DE'], '/Shop/%E0%A4%A')).toThrow(URIError);
    fc.assert(
      fc.property(fc.webPath(), fc.constantFrom(...allEditions), (path, edition) => {
        try {
          matchPath(edition, path || '/');
        } catch (error) {
          expect(error).toBeInstanceOf(URIError);
        }
      }),
    );
  });
});

describe('editions', () => {
  it('finds the edition of a word that only this edition uses', () => {
    for (const edition of allEditions.filter(({ prefix, language }) => prefix && language !== 'de')) {
      const { pathNames, prefix } = edition;
      for (const path of [`/${pathNames.cart}`, `/${pathNames.section}/x/1-5-`, `/x/${pathNames.allVehicles}/--243`]) {
        const editionPath = routes.locate(host, path);
        expect([editionPath.edition.locale, editionPath.prefix + editionPath.path, editionPath.moved]).toEqual([
          edition.locale,
          prefix + path,
          true,
        ]);
      }
    }
    expect(routes.locate(host, '/Warenkorb')).toMatchObject({ moved: false, prefix: '' });
    expect(routes.locate(host, '/de-DE/Warenkorb')).toMatchObject({ moved: true, prefix: '', path: '/Warenkorb' });
  });

  it.each([
    ['/fr', '/fr-FR', '/'],
    ['/fr_FR/panier', '/fr-FR', '/panier'],
    ['/FR/panier', '/fr-FR', '/panier'],
    ['/fr/%E0%A4%A', '/fr-FR', '/%E0%A4%A'],
    ['/fr/8-1', '', '/fr/8-1'],
    ['/it/Golf/3-m7-1', '', '/it/Golf/3-m7-1'],
  ])('reads the short name at the start of %s as an edition unless the page exists', (path, prefix, below) => {
    expect(routes.locate(host, path)).toMatchObject({ prefix, path: below });
  });

  it('has no prefix on a host of its own', () => {
    const editionPath = mapped.locate('www.example.fr', '/fr-FR/panier');
    expect(editionPath).toMatchObject({ prefix: '', path: '/panier', moved: true, origin: '' });
    expect(mapped.locate('www.example.fr', '/panier').moved).toBe(false);
    expect(mapped.locate('www.example.de', '/fr-FR/panier')).toMatchObject({
      origin: 'https://www.example.fr',
      path: '/panier',
    });
    expect(mapped.base(editions['de-DE'], 'www.example.fr')).toBe('https://www.example.de');
    expect(mapped.base(editions['fr-FR'], 'www.example.de')).toBe('https://www.example.fr');
  });

  it("serves prefixed editions on a public host that is an edition's own", () => {
    const hosts = new Map([
      ['www.example.de', 'de-DE' as const],
      ['www.example.fr', 'fr-FR' as const],
    ]);
    const own = createRoutes(hosts, 'https://www.example.de');
    const italian = { prefix: '/it-IT', path: '/', moved: false, origin: '' };
    expect(own.locate('www.example.de', '/it-IT/')).toMatchObject(italian);
    expect(own.locate('WWW.example.de:443', '/it-IT/')).toMatchObject(italian);
    expect(own.locate('www.example.fr', '/it-IT/')).toMatchObject({
      prefix: '/it-IT',
      origin: 'https://www.example.de',
    });
    expect(own.publicBase(editions['fr-FR'], 'x')).toBe('https://www.example.fr');
    expect(own.publicBase(editions['it-IT'], 'x')).toBe('https://www.example.de/it-IT');
    expect(routes.publicBase(editions['it-IT'], 'x')).toBe('/it-IT');
    const french = createRoutes(new Map([['www.example.fr', 'fr-FR' as const]]), 'https://www.example.fr');
    expect(french.locate('www.example.fr', '/de-DE/')).toMatchObject({ prefix: '/de-DE', moved: false });
  });

  it('never leads to another host by its path', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('//', '/\\', '/fr-FR//', '/fr-FR/\\', '/FR-fr//'), (text, start) => {
        const editionPath = mapped.locate('www.example.fr', `${start}${text}`);
        expect(editionPath.prefix + editionPath.path).not.toMatch(/^\/[/\\]/);
      }),
    );
  });

  it('has one address per page and edition, with the same parameters', () => {
    for (const edition of allEditions) {
      expect(formatTail(found(edition, localPath(edition, 'vehicles', {})).tail as never)).toBe('--');
      expect(localPath(edition, 'login', { redirectUrl: '/x' })).toBe(
        edition.hasLogin ? '/Einloggen?redirectUrl=/x' : '/',
      );
    }
  });
});
