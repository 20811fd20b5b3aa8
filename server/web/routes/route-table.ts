import { LRUCache } from 'lru-cache';
import { match as pattern } from 'path-to-regexp';
import { informationPages, type LinkName } from '../../../views/links.js';
import { parseTail, parseUniversalTail, type Tail } from '../../contract/tail.js';
import type { Edition } from './editions.js';
import { informationPathNames, localPath } from './paths.js';

/** Pages, and the steps of a login. */
export type RouteName = LinkName | 'loginReturn' | 'demoLogin';

export interface RouteMatch {
  readonly name: RouteName;
  /** Decoded parameters of the pattern. */
  readonly params: Readonly<Partial<Record<string, string>>>;
  /** Parsed tail of a catalogue page (D47). */
  readonly tail: Readonly<Tail> | null;
  /** Encoded path after the tail (D7), which the canonical address omits; mostly empty. */
  readonly rest: string;
}
export type Found = { match: RouteMatch } | { redirect: string } | null;

interface Entry {
  name: RouteName;
  /** The canonical path of a pattern without parameters; null for a pattern with parameters. */
  canonical: string | null;
  test: (path: string) => { params: Partial<Record<string, string | string[]>> } | false;
}

/** First word of account pages in the demonstration. It redirects to the word of a named shop (P95). */
const usualAccount = 'Mein-Partavo';

/** Returns the patterns of an edition in matching order: fixed words, search, shop, cart, catalogue (D6). */
function table(edition: Edition): Entry[] {
  const { pathNames } = edition;
  const entry = (name: RouteName, path: string, canonical = path.includes(':') ? null : path): Entry => ({
    name,
    canonical,
    test: pattern(path, { trailing: false }),
  });
  return [
    entry('home', '/'),
    entry('bot', '/bot'),
    entry('developers', '/developers'),
    entry('components', '/_components'),
    entry('menu', '/menu'),
    entry('countries', '/delivery-country'),
    entry('search', '/search'),
    ...(edition.hasLogin
      ? [
          entry('login', '/Einloggen'),
          entry('loginReturn', '/Einloggen/zurueck'),
          entry('demoLogin', '/Einloggen/Demo/:uid'),
          ...[...new Set([pathNames.account, usualAccount])].flatMap((account) => [
            entry('savedVehicles', `/${account}/Fahrzeuge`, `/${pathNames.account}/Fahrzeuge`),
            entry('saveVehicle', `/${account}/Fahrzeuge/speichern/:modelId`),
          ]),
        ]
      : []),
    entry('consent', `/${pathNames.information}/${pathNames.consent}`),
    entry('information', `/${pathNames.information}/:page`),
    entry('partNumber', `/${pathNames.partNumbers}/:category/:manufacturer/:number`),
    entry('article', `/${pathNames.partNumbers}/:brand/:number`),
    entry('fullText', `/${pathNames.fullText}`),
    entry('compare', `/${pathNames.compare}`),
    entry('shop', `/${pathNames.shop}/:shop`),
    entry('shopTerms', `/${pathNames.shop}/:shop/${pathNames.shopTerms}`),
    entry('shopPolicy', `/${pathNames.shop}/:shop/${pathNames.shopPolicy}`),
    entry('cart', `/${pathNames.cart}`),
    entry('cartGenerate', `/${pathNames.cart}/${pathNames.cartGenerate}`),
    entry('universalCategory', '/:first/:tail'),
    // A page with a lost slug redirects to its full address.
    entry('vehicles', '/:tail'),
    entry('vehicles', '/:first/:tail'),
    entry('vehicles', '/:first/:second/:tail{/*rest}'),
  ];
}
/** Most remembered paths of an edition, and most characters of a remembered path. */
const remembered = { paths: 500, characters: 200 };
interface Table {
  entries: readonly Entry[];
  /** Pages of recent paths. Trying all patterns would cost more than the rest of finding a cached page. */
  known: LRUCache<string, { found: Found }>;
}
const tables = new WeakMap<Edition, Table>();
function tableOf(edition: Edition): Table {
  const known = tables.get(edition);
  if (known) return known;
  const made = { entries: table(edition), known: new LRUCache<string, { found: Found }>({ max: remembered.paths }) };
  tables.set(edition, made);
  return made;
}

/** Returns the page of a tail (specification 2). */
function nameOfTail({ type, categoryId, brandId }: Tail): RouteName {
  if (type === 1) return categoryId ? 'manufacturerCategory' : 'manufacturer';
  if (type === 2) return categoryId ? 'seriesCategory' : 'series';
  if (type === 3) return categoryId ? 'modelCategory' : 'model';
  if (brandId) return categoryId ? 'brandCategory' : 'brand';
  return categoryId ? 'category' : 'vehicles';
}

function readEntry({ name, test }: Entry, path: string): RouteMatch | null {
  const result = test(path);
  if (!result) return null;
  const { rest, ...single } = result.params;
  const params = single as Partial<Record<string, string>>;
  const found = (tail: Tail | null, as: RouteName = name): RouteMatch => ({
    name: as,
    params,
    tail,
    rest: Array.isArray(rest) ? `/${rest.map(encodeURIComponent).join('/')}` : '',
  });
  if (params.tail === undefined) return found(null);
  if (name === 'universalCategory') {
    const categoryId = parseUniversalTail(params.tail);
    return categoryId ? found({ type: null, id: null, categoryId, brandId: null }) : null;
  }
  // An address of a vehicle without its last hyphen lost its end, but still names the vehicle.
  const tail = parseTail(params.tail) ?? (/^[123]-\w+$/.test(params.tail) ? parseTail(`${params.tail}-`) : null);
  return tail && found(tail, nameOfTail(tail));
}

/** Returns a part number in the spelling of addresses (D50); empty if nothing remains. */
export const normNumber = (number: string): string => number.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Returns the path of a page with parameters; empty if no page has them, null if the catalogue decides. */
function canonicalPath(edition: Edition, { name, params }: RouteMatch): string | null {
  const { brand = '', number = '', shop = '', page = '', modelId = '' } = params;
  switch (name) {
    case 'information': {
      const words = informationPathNames[edition.language];
      const known = informationPages.find((candidate) => words[candidate].toLowerCase() === page.toLowerCase());
      const path = known ? localPath(edition, name, { page: known }) : '';
      return path === '/' ? '' : path;
    }
    case 'article': {
      const norm = normNumber(number);
      const valid = /^[A-Za-z0-9-]+$/.test(brand) && norm !== '' && norm.length <= 40;
      return valid ? localPath(edition, name, { brand, number: norm }) : '';
    }
    case 'shop':
    case 'shopTerms':
    case 'shopPolicy':
      return /^[A-Za-z0-9-]+$/.test(shop) ? localPath(edition, name, { shop }) : '';
    case 'saveVehicle':
      return /^\w{1,32}$/.test(modelId) ? localPath(edition, name, { modelId }) : '';
    case 'demoLogin':
      return /^[\w-]{1,64}$/.test(params.uid ?? '') ? `/Einloggen/Demo/${params.uid}` : '';
    default:
      return null;
  }
}

/**
 * Finds the page of a path below the edition's prefix. Another spelling gives `redirect` with the canonical path below
 * the prefix. Catalogue pages redirect themselves. Returns null for a path without page.
 *
 * @throws URIError for broken percent-encoding
 */
export function matchPath(edition: Edition, path: string): Found {
  const { entries, known } = tableOf(edition);
  const before = known.get(path);
  if (before) return before.found;
  const found = matchEntries(edition, entries, path);
  if (path.length <= remembered.characters) known.set(path, { found });
  return found;
}

function matchEntries(edition: Edition, entries: readonly Entry[], path: string): Found {
  const clean = path.replace(/(?<=.)\/$/, '');
  for (const entry of entries) {
    const match = readEntry(entry, clean);
    if (!match) continue;
    const canonical = entry.canonical ?? canonicalPath(edition, match);
    if (canonical === '') continue;
    // Only the catalogue knows their slugs.
    return canonical === null || canonical === path ? { match } : { redirect: canonical };
  }
  return null;
}
