import { beforeAll, expect, test } from 'vitest';
import { allEditions } from '../server/web/routes/editions.js';
import { grammar, randomFrom } from './support/address-grammar.js';
import { type Example, examples, type OpenRoute } from './support/examples.js';
import { fetchPage, type PageResponse, readPage } from './support/page.js';
import { inTurn, isLong } from './support/sample.js';
import { sharedShop } from './support/shared-shop.js';

/** Hostile addresses: each gets a clear answer, and an invalid one is never a page. */
const shop = sharedShop();
let table: Record<OpenRoute, Example>;
beforeAll(async () => {
  table = await examples(shop.origin);
});

const count = isLong ? 100_000 : 400;
const atOnce = 4;
const seed = Number(process.env.TEST_SEED ?? 20260101);

function errorOf(address: string, { status, headers, body }: PageResponse): string | null {
  if (status >= 500) return `${address} answers ${status}`;
  if (!headers['x-request-id']) return `${address} has no request id`;
  const isCall = address.startsWith('/api/') || /^\/api(\?|$)/.test(address);
  if (status === 404 && !isCall) {
    const { lang, robots, headings } = readPage(body);
    const named = allEditions.find(({ locale }) => new RegExp(`^/+${locale}(/|\\?|$)`, 'i').test(address));
    if (!lang || robots !== 'noindex' || headings !== 1) return `${address}: its 404 is not the error page`;
    if (named && lang !== named.locale) return `${address}: its 404 speaks ${lang}`;
    if (!body.includes('data-support') && !/[A-Z2-7]{4}-[A-Z2-7]{4}/i.test(body))
      return `${address}: its 404 has no code`;
  }
  if (status === 301) {
    const location = String(headers.location);
    if (!/^\/(?![/\\])/.test(location)) return `${address} leads away to ${location}`;
  }
  return null;
}

test(`${count} generated addresses: no fault of ours, every 404 is the error page (seed ${seed})`, async () => {
  const known = Object.values(table)
    .flatMap(({ path }) => allEditions.map(path))
    .filter((path) => path !== null);
  const next = grammar(known, seed);
  const errors: string[] = [];
  const statuses = new Map<number, number>();
  let left = count;
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const address = next();
      const response = await fetchPage(shop.origin, address);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const error = errorOf(address, response);
      if (error) errors.push(error);
      // A redirect leads to a page or to an error, never to another redirect of this kind.
      if (response.status !== 301) continue;
      const target = String(response.headers.location);
      const after = await fetchPage(shop.origin, target);
      if (after.status === 301) errors.push(`${address} leads to ${target}, which leads to ${after.headers.location}`);
      if (after.status >= 500) errors.push(`${target} answers ${after.status}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  expect(errors).toEqual([]);
  expect(statuses.get(404)).toBeGreaterThan(count / 10);
  // The process still runs and has logged no unhandled error.
  expect(shop.log().filter(({ level }) => level === 60 || level === 'fatal')).toEqual([]);
  expect((await fetchPage(shop.origin, '/livez')).status).toBe(200);
});

test('no page answers 200 under two addresses', async () => {
  const errors: string[] = [];
  for (const [turn, name] of (Object.keys(table) as OpenRoute[]).entries()) {
    for (const edition of inTurn(allEditions, 3, turn)) {
      const own = table[name].path(edition);
      if (!own || own.endsWith('/')) continue;
      const [path = '', query = ''] = own.split('?');
      const tailAt = path.lastIndexOf('/');
      const others = [
        `/${path}`,
        `${path}/`,
        path.replace('/', '/./'),
        `${path.slice(0, tailAt)}//${path.slice(tailAt + 1)}`,
        `${path.slice(0, tailAt + 1)}%${path.charCodeAt(tailAt + 1).toString(16)}${path.slice(tailAt + 2)}`,
        `/de-DE${path}`,
        path.toLowerCase(),
        path.toUpperCase(),
      ];
      for (const other of others) {
        if (other === path) continue;
        const { status } = await fetchPage(shop.origin, other + (query && `?${query}`));
        if (status === 200) errors.push(`${other} is ${path} as well`);
      }
    }
  }
  expect(errors).toEqual([]);
});

/** Misspelt and outdated paths below an edition's prefix. */
const errors: Readonly<Record<string, (path: string) => string>> = {
  escaped: (path) => path.replace(/[A-Za-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  oddNumber: (path) => path.replace(/(\/[^/]+\/[^/]+\/)([A-Z0-9]{2})([A-Z0-9]{2,})$/, '$1$2-$3.'),
  lowerCase: (path) => path.toLowerCase(),
  upperCase: (path) => path.toUpperCase(),
  lostSlug: (path) => (isCatalogue(path) ? path.replace(/^(\/[^/]+)\/[^/]+(\/[^/]+)$/, '$1$2') : path),
  wrongSlug: (path) => (isCatalogue(path) ? path.replace(/[^/]+(?=\/)/g, 'falsch') : path),
  rest: (path) => (/^(\/[^/]+){2}\/[123]?-[^/]*$/.test(path) ? `${path}/und/mehr` : path),
  doubledSlashes: (path) => path.replaceAll('/', '//'),
  slashAtEnd: (path) => `${path}/`,
};
const isCatalogue = (path: string): boolean => /\/[1238]?-[^/]*$/.test(path);
const prefixes: readonly ((prefix: string) => string)[] = [
  (prefix) => prefix,
  (prefix) => (prefix || '/de-DE').toUpperCase(),
  (prefix) => prefix || '/DE-de',
  () => '',
];

test('whatever is wrong with an address, one redirect leads to its page', async () => {
  const random = randomFrom(seed + 1);
  const one = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  // The login page redirects to the provider (D67).
  const names = Object.keys(table).filter(
    (name) => table[name as OpenRoute].robots !== 'redirect' && name !== 'login',
  ) as OpenRoute[];
  const found: string[] = [];
  let redirected = 0;
  for (let left = isLong ? 10_000 : 500; left > 0; left -= 1) {
    const edition = one(allEditions);
    const own = table[one(names)].path(edition);
    if (own === null || own === `${edition.prefix}/`) continue;
    const [path = '', query = ''] = own.slice(edition.prefix.length).split('?');
    const chosen = Object.keys(errors).filter(() => random() < 0.25);
    const prefix = one(prefixes)(edition.prefix);
    const wrong = chosen.reduce((spelling, name) => errors[name]?.(spelling) ?? spelling, path);
    const asked = prefix + wrong + (query && `?${query}`);
    const response = await fetchPage(shop.origin, asked);
    const { status } = response;
    const location = String(response.headers.location ?? '');
    const last = status === 301 ? await fetchPage(shop.origin, location) : response;
    if (status === 301) redirected += 1;
    // Pages and redirects keep segments after a tail (D7).
    const isRest = /und\/+mehr/i.test(wrong);
    const led = status === 301 ? location : asked;
    const bare = isRest ? led.replace(/\/und\/mehr\/?(?=\?|$)/i, '') : led;
    // Without its prefix an address may belong to another edition.
    const isOwn = (bare === own || (prefix === '' && edition.prefix !== '')) && (bare !== led || !isRest);
    if (last.status === 200 && isOwn) continue;
    found.push(`${asked} (${chosen.join(', ')} of ${own}): ${status} ${location} ${last.status}`);
  }
  expect(found).toEqual([]);
  expect(redirected).toBeGreaterThan(250);
});
