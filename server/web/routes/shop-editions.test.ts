import { expect, test } from 'vitest';
import type { EditionSettings } from '../../shop-file/shop-settings.js';
import { type Edition, editions } from './editions.js';
import { matchPath } from './route-table.js';
import { createEditions, isIncomplete } from './shop-editions.js';

const settings: EditionSettings = {
  identity: {} as EditionSettings['identity'],
  deliveryServices: [],
  paymentServices: [],
  socialLinks: [],
  pages: {},
};
const onlyGerman = { editions: new Map([['de-DE' as const, settings]]) };
const urls = (...pairs: [string, string][]) => ({ INFORMATION_URLS: new Map(pairs) });

test.each([
  ['without a provider and a page for it', urls(), false],
  ['at a provider', { ...urls(), OIDC_ISSUER: 'https://id.example' }, true],
  ["at the operator's page", urls(['de-DE:login', 'https://a.example/login']), true],
  ['at the page of another edition', urls(['fr-FR:login', 'https://a.example/login']), false],
])("a shop's own account logs in %s: %s", (_, env, hasLogin) => {
  expect(createEditions(env as Parameters<typeof createEditions>[0], onlyGerman).default.hasLogin).toBe(hasLogin);
});

test('pages say that data of the operator are missing, except in the demonstration and beside an imprint elsewhere', () => {
  const imprint = urls(['de-DE:imprint', 'https://a.example/imprint']);
  const german = editions['de-DE'];
  expect([isIncomplete(urls(), german, false), isIncomplete(urls(), german, true)]).toEqual([true, false]);
  expect([isIncomplete(imprint, german, false), isIncomplete(imprint, editions['fr-FR'], false)]).toEqual([
    false,
    true,
  ]);
  const own = (missing: string[]) => ({ ...german, own: { missing } }) as unknown as Edition;
  expect([isIncomplete(imprint, own(['company']), true), isIncomplete(urls(), own([]), false)]).toEqual([true, false]);
});

test('a part number has one to forty characters without separators', () => {
  const pathOf = (number: string) => {
    const found = matchPath(editions['de-DE'], `/Teilenummernsuche/Kelvo/${number}`);
    return found && 'match' in found ? found.match.params.number : found;
  };
  const longest = 'K'.repeat(40);
  expect([pathOf(longest), pathOf(`${longest}K`), pathOf('---')]).toEqual([longest, null, null]);
});
