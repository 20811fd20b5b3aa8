import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { allEditions, type Edition } from '../server/web/routes/editions.js';
import { localPath } from '../server/web/routes/paths.js';
import { informationPages } from '../views/links.js';
import { readRoutes } from './support/examples.js';
import { readPage, type SchemaOrgThing } from './support/page.js';
import { inTurn } from './support/sample.js';
import { fetchNamed, setShops } from './support/shops.js';

/** The HTML of every kind of page is valid in every edition, and its JSON-LD matches schema.org. */
const shops = setShops();

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // The standard allows all ids without spaces; those of React begin with an underscore.
    'valid-id': ['error', { relaxed: true }],
    // The standard allows any case; the shop uses the short form in lower case.
    'doctype-style': 'off',
    // React writes charSet and similar names; HTML ignores the case of attribute names.
    'attr-case': 'off',
    // React closes void elements with a slash, which the standard allows.
    'void-style': ['error', { style: 'selfclose' }],
    // React writes `hidden=""`, which is equivalent.
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // Concerns only readers of the source.
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    // Inline styles and scripts are intended, and pinned by hash (D64).
    'require-sri': 'off',
    'no-inline-style': 'error',
    // Some browsers drop the roles of tables that CSS lays out as grids, so the roles are explicit.
    'no-redundant-role': 'off',
    // A form sends a choice of several values as checkboxes with the same name.
    'form-dup-name': ['error', { shared: ['radio', 'button', 'reset', 'submit', 'checkbox'] }],
    // Shops decide where their telephone numbers may break.
    'tel-non-breaking': 'off',
    // Templates contain links that script fills; axe checks the visible ones.
    'wcag/h30': 'off',
  },
});

/** The page of components repeats landmarks and form fields. The validator ignores their `form` attribute. */
const repeated = new Set(['unique-landmark', 'form-dup-name']);

async function errorsOf(path: string, but: ReadonlySet<string> = new Set()): Promise<string[]> {
  const { body, status } = await fetchNamed(shops, path);
  if (status >= 300 && status < 400) return [];
  if (status >= 500) return [`${path} answers ${status}`];
  const report = await validator.validateString(body);
  return report.results.flatMap(({ messages, source }) =>
    messages
      .filter(({ ruleId }) => !but.has(ruleId))
      .map(({ ruleId, message, offset, size }) => {
        const context = (source ?? '').slice(Math.max(0, offset - 60), offset + size + 100);
        return `${path} ${ruleId}: ${message} at ${context}`;
      }),
  );
}

const turns = allEditions.map((edition, turn) => [edition.locale, edition, turn] as const);
describe.each(turns)('HTML of %s', (_, edition: Edition, turn) => {
  // Editions differ mainly in words, so each kind is checked in one of them.
  test.each(inTurn(readRoutes, 12, turn * 2))('%s', async (name) => {
    const path = shops.table[name].path(edition);
    if (path) expect(await errorsOf(path, name === 'components' ? repeated : undefined)).toEqual([]);
  });
  test('information pages', async () => {
    for (const page of inTurn(informationPages, 6, turn)) {
      const local = localPath(edition, 'information', { page });
      if (local !== '/') expect(await errorsOf(edition.prefix + local)).toEqual([]);
    }
  });
  test('error pages', async () => {
    expect(await errorsOf(`${edition.prefix}/gibt-es-nicht`)).toEqual([]);
    expect(await errorsOf(`${edition.prefix}/%E0%A4%A`)).toEqual([]);
  });
});

const whole = /^https:\/\/www\.partavo(-fr)?\.example\//;
/** Required fields of each type, by schema.org and the documentation of the search engines. */
const requirements: Readonly<Record<string, (thing: SchemaOrgThing) => void>> = {
  BreadcrumbList({ itemListElement }) {
    const items = itemListElement as Record<string, unknown>[];
    expect(items.length).toBeGreaterThanOrEqual(1);
    for (const [index, item] of items.entries()) {
      expect(item).toMatchObject({ '@type': 'ListItem', position: index + 1, name: expect.stringMatching(/\S/) });
      expect(item.item).toMatch(whole);
    }
  },
  Product(thing) {
    expect(thing).toMatchObject({
      name: expect.stringMatching(/\S/),
      url: expect.stringMatching(whole),
      mpn: expect.stringMatching(/\S/),
      brand: { '@type': 'Brand', name: expect.stringMatching(/\S/) },
      image: expect.arrayContaining([expect.stringMatching(whole)]),
    });
    // Products have no ratings (D25).
    expect(JSON.stringify(thing)).not.toMatch(/rating|review/i);
    const { lowPrice, highPrice, offerCount, offers, priceCurrency } = thing.offers as Record<string, unknown>;
    expect(priceCurrency).toBe('EUR');
    expect(lowPrice).toMatch(/^\d+\.\d\d$/);
    expect(Number(highPrice)).toBeGreaterThanOrEqual(Number(lowPrice));
    const all = offers as Record<string, unknown>[];
    expect(all.length).toBe(Math.min(1, offerCount as number));
    for (const offer of all) {
      expect(offer).toMatchObject({
        '@type': 'Offer',
        priceCurrency: 'EUR',
        price: expect.stringMatching(/^\d+\.\d\d$/),
        availability: expect.stringMatching(/^https:\/\/schema\.org\//),
        seller: { '@type': 'Organization', name: expect.stringMatching(/\S/) },
      });
      expect(Number(offer.price)).toBeGreaterThanOrEqual(Number(lowPrice));
    }
  },
  WebSite: (thing) =>
    expect(thing).toMatchObject({
      name: 'Partavo',
      url: expect.stringMatching(whole),
      potentialAction: {
        '@type': 'SearchAction',
        target: { urlTemplate: expect.stringMatching(/\?query=\{search_term_string\}$/) },
        'query-input': 'required name=search_term_string',
      },
    }),
  Organization: (thing) =>
    expect(thing).toMatchObject({ name: expect.stringMatching(/\S/), url: expect.stringMatching(whole) }),
};

test.each(allEditions.map((edition) => [edition.locale, edition] as const))(
  'JSON-LD of %s has what its types require',
  async (_, edition) => {
    const types = new Set<string>();
    for (const name of readRoutes) {
      const path = shops.table[name].path(edition);
      if (!path || shops.table[name].robots === 'redirect') continue;
      for (const thing of readPage((await fetchNamed(shops, path)).body).entities) {
        types.add(thing['@type']);
        requirements[thing['@type']]?.(thing);
      }
    }
    expect([...types]).toEqual(expect.arrayContaining(['BreadcrumbList', 'Product', 'WebSite', 'Organization']));
  },
);
