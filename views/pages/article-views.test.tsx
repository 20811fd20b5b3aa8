import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import type { FitCheck } from '../../server/contract/articles.js';
import { allEditions } from '../../server/web/routes/editions.js';
import { euros, expectSoundView, htmlOf, occurrences, pageOf, plain } from '../../test/fixtures/views/page.js';
import {
  articleModel,
  notShipping,
  offerOf,
  offersOf,
  productOf,
} from '../../test/fixtures/views/pages/article-cart-views.js';
import { Gallery } from '../components/article/gallery.js';
import { ProductList } from '../components/product-list.js';
import type { PageContext } from '../context.js';
import { ArticleView } from './article.view.js';

const pages = allEditions.map((edition) => pageOf(edition));
const [german] = pages as [PageContext];
const html = (view: ReactNode, page = german): string => htmlOf(view, page);

const grade: FitCheck = {
  key: 'grade',
  label: 'Spezifikation',
  value: '5W-30 C3',
  unit: null,
  what: 'approval',
  state: 'unknown',
};
const volume: FitCheck = { ...grade, key: 'volume', label: 'Inhalt', value: '5', unit: 'l', what: 'contents' };
const universal = (...checks: FitCheck[]) => ({
  isUniversal: true,
  fit: { state: 'universal' as const, notes: [], checks },
});
const oil = { ...universal(grade, volume), basePrice: { value: euros(667), unit: 'l' } };
const articles = {
  'eight offers': articleModel({ offers: [...offersOf(8), notShipping(90)] }),
  'one offer': articleModel({ offers: offersOf(1) }),
  'sixty offers': articleModel({ offers: offersOf(60) }, { highlightedOfferId: '555' }),
  'sixty offers in full': articleModel({ offers: offersOf(60) }, { show: 'offers' }),
  'sixty offers, the first chosen': articleModel({ offers: offersOf(60) }, { highlightedOfferId: '500' }),
  'no offer': articleModel({ offers: [] }),
  'nobody ships here': articleModel({ offers: [notShipping(1), notShipping(2)] }),
  'deposit and base price': articleModel({
    product: oil,
    offers: [offerOf(0, { refund: euros(3570), basePrice: { value: euros(778), unit: 'l' } }), offerOf(1)],
  }),
  'fits on conditions': articleModel({
    product: { fit: { state: 'conditional', notes: ['PR-Nummer 1ZE oder 1ZP', 'ab 05/2014'], checks: [] } },
  }),
  'does not fit': articleModel({ product: { fit: { state: 'no', notes: [], checks: [] } } }),
  'no vehicle': articleModel({ vehicle: null, product: { fit: { state: 'unknown', notes: [], checks: [] } } }),
  'no vehicle, choosing': articleModel(
    { vehicle: null, product: { fit: { state: 'unknown', notes: [], checks: [] } } },
    { show: 'picker' },
  ),
  'universal, known to agree': articleModel({ product: universal({ ...grade, state: 'met' }) }),
  'universal, known to disagree': articleModel({ product: universal(grade, { ...grade, state: 'notMet' }) }),
  'universal, nothing to check': articleModel({ product: universal() }),
  'vehicle not checked': articleModel({ product: { fit: { state: 'unknown', notes: [], checks: [] } } }),
  'parts missing': articleModel(
    {},
    {
      oeNumbers: null,
      fittingVehicles: null,
      problem: { code: 'quantity_range', message: 'Menge 1 bis 99' },
    },
  ),
  'unknown terms of sale': articleModel({
    offers: [
      offerOf(0, {
        deliveryDays: null,
        stock: null,
        shop: { ...offerOf(0).shop, rating: null, ratingCount: 0 },
        returnCost: { paidBy: 'buyer', cost: null, days: 14 },
      }),
      offerOf(1),
    ],
  }),
  'bare part': articleModel({
    vehicle: null,
    product: {
      ean: null,
      attributes: [],
      documents: [],
      warnings: [],
      images: [],
      fit: { state: 'unknown', notes: [], checks: [] },
    },
    offers: [offerOf(0, { deliveryDays: null })],
  }),
};
const views: [string, ReactNode][] = [
  ...Object.entries(articles).map(([name, model]): [string, ReactNode] => [
    name,
    <ArticleView key={name} model={model} />,
  ]),
];

describe.each(pages.map((page) => [page.edition.locale, page] as const))('%s', (_, page) => {
  test.each(views)('%s', (_name, view) => {
    expectSoundView(html(view, page));
  });
});

describe('article', () => {
  const show = (name: keyof typeof articles): string => html(<ArticleView model={articles[name]} />);

  test('a photograph is offered in the widths it has, with its place, and says nothing of drawings', () => {
    const shot = { width: 700, height: 700, alt: 'Scheibe', drawing: '/api/Bilder/disc.svg' };
    const from = (host: string) => ({ ...shot, url: `https://${host}/a.jpg` });
    const [first = '', second = ''] =
      html(<Gallery images={[from('img.example'), from('img.example')]} hasLetters />).match(/<img [^>]*>/g) ?? [];
    const widths = [160, 320, 480, 640].map((width) => `/images/${width}/s/d ${width}w`).join(', ');
    expect(first).toContain(`srcSet="${widths}" sizes="`);
    expect(first).toContain('src="/images/640/s/d"');
    expect(first).toMatch(/width="700" height="700" alt="Scheibe" loading="eager" fetchPriority="high"/i);
    expect(second).toContain('loading="lazy"');
    expect(html(<Gallery images={[from('img.example')]} hasLetters />)).not.toContain('figcaption');
    const foreign = html(<Gallery images={[from('elsewhere.example')]} hasLetters />);
    expect(foreign).toContain('src="/api/Bilder/disc.svg"');
    expect(foreign).not.toMatch(/srcset|elsewhere/i);
    expect(foreign).toContain('figcaption');
  });

  test('a drawing of the first view is part of the page, and its zoom is a file', () => {
    const first = { url: '/api/Bilder/disc.svg', width: 400, height: 300, alt: 'Scheibe "groß"' };
    const gallery = html(<Gallery images={[first]} hasLetters />, {
      ...german,
      drawings: new Map([[first.url, '<path d="M0 0"/>']]),
    });
    const svg = '<svg class="icon part-image" viewBox="0 0 200 150" role="img" aria-label="Scheibe &quot;groß&quot;">';
    expect(gallery).toContain(`<figure>${svg}<path d="M0 0"/></svg>`);
    expect(gallery.match(/<img [^>]*>/g)).toEqual([expect.stringContaining('loading="lazy"')]);
    expect(gallery).toContain('figcaption');
  });

  test('pictures of a list are fetched when they come near: on a phone the first one may be two screens down', () => {
    const products = Array.from({ length: 6 }, (_, index) => productOf({ id: String(index) }));
    expect(html(<ProductList products={products} modelId={undefined} />).match(/loading="\w+"/g)).toEqual(
      Array(6).fill('loading="lazy"'),
    );
    const [first] = products[0]?.smallImages ?? [];
    const drawings = new Map([[first?.url ?? '', '<path d="M0 0"/>']]);
    const drawn = html(<ProductList products={products} modelId={undefined} />, { ...german, drawings });
    expect(drawn).toContain(
      '<li><svg class="icon part-image" viewBox="0 0 200 150" aria-hidden="true"><path d="M0 0"/></svg>',
    );
  });

  test('every shippable offer has a form for the vehicle of the page, the best one also beside the title', () => {
    for (const [name, forms] of [
      ['one offer', 2],
      ['eight offers', 9],
      ['sixty offers', 61],
      ['no offer', 0],
      ['nobody ships here', 0],
    ] as const) {
      expect({ name, forms: occurrences(show(name), 'data-add=') }).toEqual({ name, forms });
    }
    expect(show('one offer')).toContain('action="/api/Warenkorb/Hinzufuegen/500?modelId=77"');
    expect(show('no vehicle')).toContain('action="/api/Warenkorb/Hinzufuegen/500"');
  });

  test('terms that the shop has not given are named as such', () => {
    const [, row = ''] = show('unknown terms of sale').split('<tr');
    const text = plain(show('unknown terms of sale'));
    expect(text).toContain('Rücksendung: Kosten nicht angegeben, 14 Tage');
    expect(text).toContain('Lieferzeit nicht angegeben');
    expect(row).not.toContain('class="stars');
  });

  test('offers stand in the order given, with their distance to the cheapest', () => {
    const text = plain(show('eight offers'));
    expect(text).toContain('8 Angebote');
    expect(text).toContain('41,80 €');
    expect(text).toContain('günstigstes');
    expect(text).toContain('+1,37 €');
    expect(text).toContain('1 Händler liefert nicht in Ihr Lieferland (Deutschland)');
    const order = [...show('sixty offers').matchAll(/ id="o(\d+)"/g)].map(([, id]) => id);
    expect(order).toEqual(offersOf(60).map(({ id }) => id));
  });

  test('a marked offer below the fold is in sight', () => {
    expect(plain(show('sixty offers'))).toContain('Ihre Auswahl');
    expect(show('sixty offers')).toContain('id="o555"');
  });

  test('offers beyond the first stand on the page with all of them, and links lead there', () => {
    const short = show('sixty offers, the first chosen');
    const rows = (page: string): number => [...page.matchAll(/ id="o\d+"/g)].length;
    expect(rows(short)).toBe(12);
    expect(plain(short)).toContain('48 weitere Angebote');
    const [, href = '', part = ''] = /href="([^"]+)" data-fragment="([^"]+)">48 weitere/.exec(short) ?? [];
    expect(href).toMatch(/\?articleId=500&amp;modelId=77&amp;show=offers#more-offers$/);
    const full = show('sixty offers in full');
    for (const page of [short, full]) expect(page).toContain(`<div id="${part}">`);
    expect(rows(full)).toBe(60);
    expect(full).not.toContain('weitere Angebote');
    // A link leads to a best offer that the shortened table does not show.
    for (const [, id] of short.matchAll(/href="#o(\d+)"/g)) expect(short).toContain(`id="o${id}"`);
    for (const [, id] of short.matchAll(/href="[^"#]+#o(\d+)" data-fragment="more-offers"/g))
      expect(full).toContain(`id="o${id}"`);
  });

  test('earlier prices are one step away, in words, as a picture and as a table', () => {
    const model = articles['one offer'];
    const known = { ...model, article: { ...model.article, hasPriceHistory: true } };
    expect(html(<ArticleView model={model} />)).not.toContain('prices');
    const short = html(<ArticleView model={known} />);
    expect(short).toMatch(/<div id="prices"><a [^>]*show=prices#prices" data-fragment="prices">/);
    expect(short).not.toContain('<path d="M0 0H');
    const steps = [
      { from: '2026-03-02', total: euros(4380) },
      { from: '2026-05-11', total: null },
      { from: '2026-06-15', total: euros(3990) },
    ];
    const full = html(<ArticleView model={{ ...known, show: 'prices', prices: { steps, today: '2026-06-20' } }} />);
    expect(full).toContain('<path d="M0 0H');
    expect(plain(full)).toMatch(
      /auf diesem Marktplatz.*seit 02\.03\.2026.*Heute: 39,90 €.*niedrigsten: 39,90 €, ab 15\.06\.2026.*höchsten: 43,80 €, ab 02\.03/,
    );
    expect(plain(full)).toMatch(/15\.06\.2026 39,90 € 11\.05\.2026 nicht lieferbar 02\.03\.2026 43,80 €/);
    expect(plain(html(<ArticleView model={{ ...known, show: 'prices' }} />))).toContain(
      'lässt sich gerade nicht laden',
    );
  });

  test('the deposit is beside the price and not in it; oils have a base price', () => {
    const text = plain(show('deposit and base price'));
    expect(text).toContain('zzgl. 35,70 € Pfand');
    expect(text).toContain('41,80 €');
    expect(text).not.toContain('77,50 €');
    expect(text).toContain('7,78 €/l');
    expect(plain(show('eight offers'))).not.toMatch(/7,78 €|Pfand\. Sie erhalten/);
  });

  test('each fit state says why and what to do', () => {
    expect(plain(show('fits on conditions'))).toMatch(
      /PR-Nummer 1ZE oder 1ZP.*ab 05\/2014.*So prüfen Sie es.*5Q0 615 301 F/,
    );
    expect(show('does not fit')).toMatch(/href="[^"]*3-77-1523"/);
    expect(show('no vehicle')).toMatch(/href="[^"]*\?show=picker#choose-vehicle" data-fragment="choose-vehicle"/);
    expect(show('no vehicle')).toContain('<div id="choose-vehicle" data-context="brand=');
    expect(show('no vehicle')).not.toContain('name="manufacturerId"');
    expect(show('no vehicle, choosing')).toContain('href="#choose-vehicle"');
    expect(show('no vehicle, choosing')).toContain('name="manufacturerId"');
    expect(plain(show('vehicle not checked'))).toContain('Für dieses Fahrzeug nicht geprüft');
    expect(plain(show('eight offers'))).toContain('Passt zu Ihrem Fahrzeug');
  });

  test('the first picture is fetched at once, links to numbers are not followed', () => {
    const first = /<figure>(<[^>]*>)/.exec(show('parts missing'))?.[1];
    expect(first).toMatch(/<img[^>]*width="400" height="300"[^>]*fetchPriority="high"/i);
    expect(show('eight offers')).toMatch(/rel="nofollow" href="\/Teilenummernsuche/);
    expect(occurrences(show('eight offers'), 'https://docs.example')).toBe(2);
  });

  test('what could not be loaded says so, a refused form speaks up', () => {
    const markup = show('parts missing');
    expect(markup).toMatch(/role="alert"[^>]*>Menge 1 bis 99/);
    expect(plain(markup)).toContain('OE-Nummern können gerade nicht');
    expect(plain(markup)).toContain('Die Fahrzeuge können gerade nicht');
  });

  test('universal goods promise nothing: they name the values to compare and their source, or the known facts', () => {
    const card = (name: keyof typeof articles): string =>
      /<div class="fit-card.*?<div class="buy-box/s.exec(show(name))?.[0] ?? '';
    const checked = card('deposit and base price');
    expect(plain(checked)).toContain('Spezifikation 5W-30 C3');
    const advice = plain(/<div class="how-to-check.*?<\/ul>/s.exec(show('deposit and base price'))?.[0] ?? '');
    expect(advice).toContain('Spezifikation : Welche Spezifikation und welche Freigabe');
    expect(plain(checked)).toContain('Inhalt 5 l');
    expect(advice).toContain('Inhalt : Die Füllmenge steht in der Betriebsanleitung.');
    expect(plain(card('universal, known to agree'))).toContain('5W-30 C3 Stimmt mit den Angaben zum Fahrzeug überein');
    expect(card('universal, known to disagree')).toMatch(
      /class="fit-card tone-bad".*#i-no.*Stimmt nicht mit den Angaben.*class="button buy".*Freigegebene ansehen/s,
    );
    expect(plain(show('universal, known to disagree'))).toContain('Trotzdem in den Warenkorb');
    expect(plain(card('universal, nothing to check'))).not.toContain('vergleichen');
    for (const name of [
      'deposit and base price',
      'universal, known to agree',
      'universal, nothing to check',
    ] as const) {
      expect(card(name)).toMatch(/class="fit-card soft".*#i-universal/s);
      expect(card(name)).not.toMatch(/passt|passend|#i-fits|#i-yes|\bok\b/i);
    }
  });

  test('related parts keep the vehicle', () => {
    expect(show('eight offers')).toContain('/Teilenummernsuche/Nordwerk/BB2117?articleId=500&amp;modelId=77');
    expect(productOf().lowestTotal).toBe(4180);
  });
});

test.each(Object.entries(articles))('the page has the shape of each icon that it uses: %s', (_name, model) => {
  const page = html(<ArticleView model={model} />);
  const namesIn = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, name]) => name);
  const shapes = namesIn(/<symbol id="([^"]+)"/g);
  expect(namesIn(/<use href="#([^"]+)"/g).filter((name) => !shapes.includes(name))).toEqual([]);
});

test('browsers without styles show the words for the own vehicle and for that of a link as two words', () => {
  const refusal = html(<ArticleView model={articles['does not fit']} />);
  expect(refusal).toContain('Passt nicht zu Ihrem Fahrzeug</span> <span class="if-named">Passt nicht zum');
});
