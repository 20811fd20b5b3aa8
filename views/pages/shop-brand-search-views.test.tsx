import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { allEditions } from '../../server/web/routes/editions.js';
import { expectWellFormed, htmlOf, occurrences, pageOf, plain } from '../../test/fixtures/views/page.js';
import { productOf, vehicle } from '../../test/fixtures/views/pages/article-cart-views.js';
import {
  brandOf,
  category,
  foundOf,
  fullTextModelOf,
  shopOf,
} from '../../test/fixtures/views/pages/shop-brand-search-views.js';
import type { PageContext } from '../context.js';
import { merchantHtml, plainText } from '../merchant-html.js';
import type { FullTextModel } from '../search-models.js';
import { BrandView } from './brand.view.js';
import { FullTextView } from './full-text.view.js';
import { PartNumberView } from './part-number.view.js';
import { ShopView } from './shop.view.js';
import { ShopTextView } from './shop-text.view.js';

const pages = allEditions.map((edition) => pageOf(edition));
const [german] = pages as [PageContext];
const html = (view: ReactNode, page = german): string => htmlOf(view, page);

const text = { shop: { id: '3', name: 'Teile & Söhne', slug: 'Teile-Soehne' }, language: 'nl' as const };
const dutch = '<h2>1. Toepassing</h2><p>Wij <strong>leveren</strong>.</p><ul><li>een</li></ul>';
const noHit = { number: 'ZZ9', exact: [], crossReferences: [], similar: [] };
const nothing = foundOf({
  results: 0,
  resultCount: 0,
  availablePageCount: 0,
  universal: [],
  specific: [],
  products: [],
  universalProducts: [],
});
const popularCategory = { ...category, resultCount: 3, children: [] };
const views = {
  shop: <ShopView model={{ shop: shopOf() }} />,
  'shop with gaps': (
    <ShopView
      model={{
        shop: shopOf({
          isComplete: false,
          phone: '',
          email: '',
          register: '',
          vatId: '',
          rating: null,
          ratingCount: 0,
          offerCount: 1,
          countries: [],
          bestOffers: [],
          returns: null,
        }),
      }}
    />
  ),
  terms: <ShopTextView model={{ kind: 'terms', text: { ...text, html: dutch } }} />,
  policy: <ShopTextView model={{ kind: 'policy', text: { ...text, html: `${dutch}<script>alert(1)</script>` } }} />,
  brand: <BrandView model={{ detail: brandOf() }} />,
  'brand without parts': (
    <BrandView
      model={{ detail: brandOf({ categories: [], products: [], brand: { ...brandOf().brand, articleCount: 0 } }) }}
    />
  ),
  number: (
    <PartNumberView
      model={{
        result: {
          number: '5Q0615301F',
          exact: [productOf()],
          crossReferences: [
            { manufacturer: 'VW', number: '5Q0 615 301 F', products: [productOf()] },
            { manufacturer: 'Audi', number: '5Q0 615 301 F', products: [productOf()] },
          ],
          similar: [productOf()],
        },
        filters: ['Bremsscheiben', 'Nordwerk'],
        modelId: '77',
        popular: [],
      }}
    />
  ),
  'number without a hit': (
    <PartNumberView model={{ result: noHit, filters: [], modelId: undefined, popular: [popularCategory] }} />
  ),
  words: <FullTextView model={fullTextModelOf({ query: 'Öl <b>' })} />,
  'words for a vehicle': (
    <FullTextView
      model={fullTextModelOf({
        query: 'scheibe',
        result: foundOf({ vehicleSpecific: [category], specific: [] }),
        vehicle,
      })}
    />
  ),
  'words with a mistake': (
    <FullTextView
      model={fullTextModelOf({
        query: 'Bremsschiebe vorn',
        spelling: {
          term: 'Bremsscheibe vorn',
          words: [{ from: 'Bremsschiebe', to: 'Bremsscheibe' }],
          href: '/Volltextsuche?query=Bremsscheibe+vorn',
          exactHref: '/Volltextsuche?query=Bremsschiebe+vorn&exact=1',
        },
      })}
    />
  ),
  'words that name a car': (
    <FullTextView
      model={fullTextModelOf({
        query: 'golf scheibe',
        result: foundOf({ vehicleSpecific: [category], specific: [], vehicle }),
      })}
    />
  ),
  'words without a hit': (
    <FullTextView model={fullTextModelOf({ query: '!', result: nothing, popular: [popularCategory] })} />
  ),
};

describe.each(pages.map((page) => [page.edition.locale, page] as const))('%s', (_, page) => {
  test.each(Object.entries(views))('%s', (_name, view) => {
    const markup = html(view, page);
    expectWellFormed(markup);
  });
});

describe('shop', () => {
  test('the delivery country comes first, the others are folded away', () => {
    const markup = html(views.shop);
    const folded = markup.lastIndexOf('<details');
    const [own, others] = [markup.slice(0, folded), markup.slice(folded)];
    expect(plain(own)).toMatch(/Deutschland 4,90 € 59,00 € 2–3 Werktage/);
    expect(own).not.toContain('Österreich');
    expect(plain(others)).toMatch(
      /2 weitere Länder.*Niederlande kostenlos nicht angeboten 1 Werktag.*Österreich 7,90 €/,
    );
    expect(plain(html(views['shop with gaps']))).toContain('liefert nicht in Ihr Lieferland: Deutschland');
  });
  test('says who trades, and what it does not know', () => {
    expect(plain(html(views.shop))).toMatch(/Havenkade 4, 5911 AA Venlo, Niederlande.*NL001234567B01/);
    expect(html(views.shop)).toContain('href="tel:+31771234567"');
    expect(occurrences(plain(html(views['shop with gaps'])), 'nicht angegeben')).toBe(4);
    expect(plain(html(views['shop with gaps']))).toContain('noch nicht vollständig');
  });
  test('its articles open with its own offer', () => {
    expect(html(views.shop)).toContain('/Teilenummernsuche/Nordwerk/NW2882551?articleId=500"');
  });
  test('rating, returns and texts are on the page', () => {
    expect(plain(html(views.shop))).toMatch(/4,6.*aus 2\.318 Bewertungen.*30 Tagen.*5,90 €/);
    expect(html(views.shop)).toContain('href="/Shop/Teile-Soehne/AGB"');
    expect(html(views.shop)).toContain('href="/Shop/Teile-Soehne/Widerrufsbelehrung"');
  });
});

describe('text of a shop', () => {
  test('is in its own language', () => {
    expect(html(views.terms)).toContain(`<div class="merchant-text" lang="nl">${dutch}</div>`);
    expect(plain(html(views.terms))).toContain('in seiner Sprache: Niederländisch');
  });
  test('with anything unexpected in it only its words are shown', () => {
    expect(html(views.policy)).toContain('<p>1. Toepassing</p>');
    expect(html(views.policy)).not.toContain('alert(1)');
  });
  test.each([
    '<img src=x onerror=alert(1)>',
    '<p onclick="x()">a</p>',
    '<p class="b">a</p>',
    '<a href="javascript:alert(1)">a</a>',
    '<a href="javascript://x.example">a</a>',
    '<a href="https://x.example" target="_top">a</a>',
    '<h1>a</h1>',
    '<!-- a -->',
    '<p>a < b</p>',
    '<svg><p>a</p></svg>',
    '<p',
    '</main>',
    '<style>p{}</style>',
    '<iframe src="https://x.example"></iframe>',
    '<p style="color:red">a</p>',
    '<a href="https://x.example/"onclick="x()">a</a>',
  ])('%s does not pass', (bad) => {
    expect(merchantHtml(`<p>ok</p>${bad}`)).toBeNull();
  });
  test('text elements and links pass; words are distinguished from markup', () => {
    const good = '<h2>a</h2><p>b<br>c <a href="mailto:a@b.example">d</a> &amp; <a href="https://x.example/">e</a></p>';
    expect(merchantHtml(good)).toBe(good);
    expect(merchantHtml('<a href="tel:+49301" rel="nofollow">a</a>')).not.toBeNull();
    expect(plainText('<h1>A &amp; B</h1><p>c <b>d</b></p><script>x</script><li>e')).toEqual(['A & B', 'c d', 'e']);
  });
});

test('the categories of a brand are sorted as the language sorts', () => {
  const titles = ['Zündkerzen', 'Ölfilter', 'Radlager'];
  const categories = titles.map((title, at) => ({ ...popularCategory, id: String(at), title }));
  const markup = html(<BrandView model={{ detail: brandOf({ categories }) }} />);
  expect(titles.toSorted((one, other) => markup.indexOf(one) - markup.indexOf(other))).toEqual([
    'Ölfilter',
    'Radlager',
    'Zündkerzen',
  ]);
});

describe('search', () => {
  test('a part number: exact, then by car maker, then similar, all for the vehicle of the address', () => {
    const markup = html(views.number);
    const order = [...markup.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, title]) => title);
    expect(order).toEqual([
      'Genau diese Nummer: 5Q0615301F',
      'Ersetzt die OE-Nummer 5Q0 615 301 F (VW)',
      'Ersetzt die OE-Nummer 5Q0 615 301 F (Audi)',
      'Ähnliche Nummern',
    ]);
    expect(markup).toContain('?modelId=77');
    expect(plain(markup)).toContain('Gesucht nur in: Bremsscheiben, Nordwerk.');
  });
  test('without a hit there is a way on', () => {
    expect(html(views['number without a hit'])).toMatch(
      /<form class="search-form" action="\/search"><input[^>]*value="ZZ9"/,
    );
    expect(html(views['number without a hit'])).toContain('<h2 id="h-popular">');
    expect(plain(html(views['words without a hit']))).toContain('Zu „!“ haben wir nichts gefunden.');
  });
  test('a search that was cut tells that its hits are the best ones', () => {
    const lead = (change: Partial<FullTextModel['result']>, page = german) => {
      const markup = html(<FullTextView model={fullTextModelOf({ query: 'x', result: foundOf(change) })} />, page);
      const [all = ''] = /<p class="listing-count small soft">.*?<\/p>/s.exec(markup) ?? [];
      return /^.*?\./.exec(plain(all).trim())?.[0];
    };
    const many = { resultCount: 480, universal: [], specific: [] };
    expect(lead(many)).toBe('480 Treffer.');
    expect(lead({ ...many, isCut: true })).toBe('Die 480 besten Treffer nach Relevanz.');
    expect(lead({ ...many, isCut: true, resultCount: 1 })).toBe('Treffer nach Relevanz: 1.');
    expect(pages.map((page) => lead({ ...many, isCut: true }, page))).toEqual([
      'Die 480 besten Treffer nach Relevanz.',
      'Die 480 besten Treffer nach Relevanz.',
      'Los 480 primeros resultados por relevancia.',
      'Les 480 premiers résultats par pertinence.',
      'I primi 480 risultati per pertinenza.',
      'De eerste 480 resultaten op relevantie.',
    ]);
  });
  test('what was typed is text, and nothing else', () => {
    expect(html(views.words)).toContain('Suche nach „Öl &lt;b&gt;“');
  });
  test('categories lead to the vehicle in context, universal ones never', () => {
    const markup = html(views['words for a vehicle']);
    expect(markup).toContain('href="/Bremsscheiben/Golf-VII/3-77-1523"');
    expect(markup).toContain('href="/Bremsscheiben/8-9"');
    expect(html(views.words)).toContain('href="/Bremsscheiben/Alle-Fahrzeuge/--1523"');
    const named = html(views['words that name a car']);
    expect(named).toContain('href="/Bremsscheiben/Golf-VII/3-77-1523"');
    expect(named).toMatch(/<h2 id="h-vehicle">Kategorien für \S/);
  });
});
