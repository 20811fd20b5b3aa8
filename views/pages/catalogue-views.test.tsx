import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { allEditions } from '../../server/web/routes/editions.js';
import { euros, expectWellFormed, htmlOf, occurrences, pageOf, plain } from '../../test/fixtures/views/page.js';
import { productOf, vehicle } from '../../test/fixtures/views/pages/article-cart-views.js';
import {
  brandFilter,
  categoryModel,
  contexts,
  electricModel,
  homeModel,
  listingOf,
  manufacturerModel,
  modelModel,
  oilCategory,
  parentCategory,
  seriesModel,
  vehiclesModel,
} from '../../test/fixtures/views/pages/catalogue-views.js';
import type { PageContext } from '../context.js';
import type { CategoryModel } from '../models.js';
import { sellerTexts } from '../offer-texts.js';
import { CategoryView } from './category.view.js';
import { HomeView } from './home.view.js';
import { ManufacturerView } from './manufacturer.view.js';
import { ModelView } from './model.view.js';
import { SeriesView } from './series.view.js';
import { VehiclesView } from './vehicles.view.js';

const path = '/Bremsscheiben/Alle-Fahrzeuge/--1523?sort=price&page=2';
const pages = allEditions.map((edition) => pageOf(edition, { path }));
const [german] = pages as [PageContext];
const html = (view: ReactNode, page = german): string => htmlOf(view, page);

const products = {
  'of every kind': [
    productOf({ fit: { state: 'conditional', notes: ['PR-Nummer 1ZE'], checks: [] } }),
    productOf({
      id: '10',
      isUniversal: true,
      fit: { state: 'universal', notes: [], checks: [] },
      basePrice: { value: euros(667), unit: 'l' },
      refund: euros(750),
    }),
    productOf({ id: '11', lowestTotal: null, lowestPrice: null, deliveryDays: null }),
    productOf({ id: '12', lowestTotal: null, offerId: null, offerCount: 0, attributes: [], smallImages: [] }),
    productOf({
      id: '13',
      condition: 'remanufactured',
      fit: { state: 'unknown', notes: [], checks: [] },
      offerCount: 1,
    }),
  ],
};
const full = listingOf(products['of every kind'], {
  resultCount: 1234,
  page: 2,
  availablePageCount: 62,
  sort: 'price',
  filters: [brandFilter],
});
const filteredAway = listingOf([], { filters: [brandFilter] });
const categories: Record<string, CategoryModel> = {
  'leaf, full list': categoryModel({ listing: full }),
  'leaf for a manufacturer': categoryModel({ vehicle: contexts.manufacturer }),
  'leaf for a series': categoryModel({ vehicle: contexts.series }),
  'leaf for a model': categoryModel({ vehicle: contexts.model }),
  'universal leaf': categoryModel({ category: oilCategory }),
  'leaf without results': categoryModel({ vehicle: contexts.model, listing: listingOf([]) }),
  'leaf filtered away': categoryModel({ listing: filteredAway }),
  parent: categoryModel({ category: parentCategory, listing: null }),
  'parent for a model': categoryModel({ category: parentCategory, listing: null, vehicle: contexts.model }),
};
const views: [string, ReactNode][] = [
  ['home', <HomeView key="h" model={homeModel} />],
  ['home without extras', <HomeView key="e" model={{ ...homeModel, promotions: null, axle: {} }} />],
  ['vehicles', <VehiclesView key="v" model={vehiclesModel} />],
  ['manufacturer', <ManufacturerView key="m" model={manufacturerModel} />],
  ['series', <SeriesView key="s" model={seriesModel} />],
  ['model', <ModelView key="o" model={modelModel} />],
  ['electric', <ModelView key="e" model={electricModel} />],
  ...Object.entries(categories).map(([name, model]): [string, ReactNode] => [
    name,
    <CategoryView key={name} model={model} />,
  ]),
];
const show = (name: string): string => html(views.find(([each]) => each === name)?.[1]);

describe.each(pages.map((page) => [page.edition.locale, page] as const))('%s', (_, page) => {
  test.each(views)('%s', (_name, view) => {
    const markup = html(view, page);
    expectWellFormed(markup);
    for (const [button] of markup.matchAll(/<button[^>]*>/g)) expect(button).toContain('type="submit"');
    for (const [picture] of markup.matchAll(/<img[^>]*>/g)) expect(picture).toMatch(/width="\d+" height="\d+".* alt=/);
    for (const [form] of markup.matchAll(/<form[^>]*method="post"[^>]*>.*?<\/form>/g)) {
      expect(form).toContain(`name="locale" value="${page.edition.locale}"`);
    }
  });
});

describe('home', () => {
  test('the drawing leads to the categories that the catalogue has; the others are words', () => {
    const markup = show('home');
    expect(markup).toMatch(/<a href="\/Bremsscheiben\/Alle-Fahrzeuge\/--1523"><b aria-hidden="true">4<\/b>/);
    expect(markup).toContain('<span><b aria-hidden="true">1</b>Domlager</span>');
    expect(occurrences(markup, '<b aria-hidden="true">')).toBe(8 + 3);
  });
  test('promotions say the cheapest price with delivery if one exists', () => {
    const text = plain(show('home'));
    expect(text).toContain('ab 41,80 €');
    expect(text).toContain('1.234 Artikel zur Wahl');
    expect(plain(show('home without extras'))).toContain('Die günstigen Angebote lassen sich gerade nicht laden.');
    expect(show('home without extras')).not.toContain('promo"><li');
  });
  test('a saving of 80 % is claimed only where an offer of today proves it', () => {
    const text = show('home').replace(/<[^>]*>/g, ' ');
    expect(text.match(/bis zu 80\u00a0% günstiger/g)).toHaveLength(1);
    expect(text).toContain('niedrigsten Preis der letzten 30 Tage');
  });
  test('little wanted categories are buttons, not links', () => {
    expect(show('home')).toContain('action="/Zubehoer/Alle-Fahrzeuge/--130"');
    expect(show('home')).not.toContain('href="/Zubehoer');
    expect(show('home')).toContain('href="/Motoroel/8-2447"');
  });
});

describe('vehicles', () => {
  test('manufacturers stand under their plain letter', () => {
    const text = plain(show('vehicles'));
    expect(text).toMatch(/A Abarth Audi B BMW C Citroën S Škoda V Volkswagen/);
  });
  test('series stand under the page they share, oldest first', () => {
    const text = plain(show('manufacturer'));
    expect(text).toMatch(/Arteon ab 2017 Golf VII Golf VII Schrägheck \(5G1\), 2012–2020 Golf VII Variant/);
    expect(show('manufacturer')).toContain('href="/Ersatzteile/Golf-VII/2-2-"');
  });
  test('models lead to their pages; the chosen series is open', () => {
    const markup = show('series');
    expect(markup).toContain('href="/Ersatzteile/Golf-VII/3-77-"');
    expect(occurrences(markup, '<details class="fold" open="">')).toBe(1);
    expect(plain(markup)).toContain('77 kW / 105 PS 1.598 cm³ 2012–2017');
    expect(plain(markup)).toContain('e-Golf – Elektro');
  });
  test('an electric car without known power shows neither power nor displacement', () => {
    const text = plain(show('electric'));
    expect(text).toContain('Kraftstoff Elektro');
    expect(text).not.toMatch(/\b0 (kW|PS|cm)|undefined|Leistung|Hubraum/);
  });
  test('a model shows its data and only the groups that have parts for it', () => {
    const markup = show('model');
    expect(plain(markup)).toMatch(/Hubraum 1\.598 cm³ Kraftstoff Diesel Baujahre 2012–2017 HSN\/TSN 0603\/BGU/);
    expect(markup).toContain('href="/Bremsanlage/Golf-VII/3-77-100"');
    expect(markup).not.toContain('Zubehoer');
  });
});

describe('category', () => {
  test('an article opens with the model of the page', () => {
    const links = (name: string): string | undefined => /<h3><a href="([^"]+)">Bremsscheiben, V/.exec(show(name))?.[1];
    expect(links('leaf for a model')).toBe('/Teilenummernsuche/Nordwerk/NW2882551?modelId=77');
    expect(links('leaf for a series')).toBe('/Teilenummernsuche/Nordwerk/NW2882551');
  });
  test('each product says fit, measures, price with delivery, deposit and base price, or that nobody ships', () => {
    const text = plain(show('leaf, full list'));
    expect(text).toContain('Passt, wenn: PR-Nummer 1ZE');
    expect(text).toContain('Durchmesser 288 mm');
    expect(text).toContain('2–3 Werktage');
    expect(text).toMatch(/41,80 € 8 Angebote 6,67 €\/l zzgl\. 7,50 € Pfand/);
    expect(text).toContain('kein Versand nach: Deutschland');
    expect(text).toContain('zurzeit kein Angebot');
    expect(text).toContain('generalüberholt');
    expect(text).toContain('1.234 Artikel . Gesamtpreise');
  });
  test('filters and order are one form to the path of the listing; what hides more than two values folds away', () => {
    const markup = show('leaf, full list');
    expect(markup).toContain(
      '<form id="fl" autoComplete="off" action="/Bremsscheiben/Alle-Fahrzeuge/--1523" method="post">',
    );
    expect(occurrences(markup, 'name="filter.brand"')).toBe(10);
    expect(/<input(?=[^>]*name="filter)[^>]*checked=""[^>]*>/.exec(markup)?.[0]).toContain('value="31"');
    expect(plain(markup)).not.toContain('Weitere Werte');
    const chosen = [...brandFilter.attributes, { value: '99', label: 'Marke 99', count: 1 }];
    const many = { ...brandFilter, attributes: chosen.map((each) => ({ ...each, isActive: true })) };
    const model = categoryModel({ listing: listingOf(products['of every kind'], { filters: [many] }) });
    expect(plain(html(<CategoryView model={model} />))).toContain('Weitere Werte (3)');
    expect(markup).toContain('<select form="fl" name="sort"');
    expect(markup).toContain('<option value="price" selected="">');
    expect(show('leaf for a model')).not.toContain('id="fl"');
  });
  test('page links are plain and keep the order; the current one is marked', () => {
    const markup = show('leaf, full list');
    expect(markup).toContain('rel="next" href="/Bremsscheiben/Alle-Fahrzeuge/--1523?sort=price&amp;page=3"');
    expect(markup).toContain('rel="prev" href="/Bremsscheiben/Alle-Fahrzeuge/--1523?sort=price"');
    expect(markup).toMatch(/aria-current="page"[^>]*>2</);
    expect(show('leaf for a model')).not.toContain('class="pagination"');
  });
  test('every vehicle leads one step on and back to all vehicles, as far as crawlers may', () => {
    const all = '/Bremsscheiben/Alle-Fahrzeuge/--1523';
    expect(show('leaf for a manufacturer')).toContain(`href="${all}"`);
    expect(show('leaf for a manufacturer')).toContain('href="/Bremsscheiben/Golf-VII/2-2-1523"');
    expect(show('leaf for a series')).toContain('href="/Bremsscheiben/Volkswagen/1-1-1523"');
    expect(show('leaf for a model')).toContain('href="/Bremsscheiben/Golf-VII/2-2-1523"');
    for (const name of ['leaf for a series', 'leaf for a model']) {
      expect(show(name)).toContain(`<form action="${all}">`);
      expect(show(name)).not.toContain(`href="${all}"`);
    }
    expect(show('universal leaf')).not.toContain('is-land');
  });
  test('nothing found: says for which vehicle, and leads on; filters can be taken back', () => {
    const text = plain(show('leaf without results'));
    expect(text).toContain(`Für ${vehicle.model?.fullName} haben wir in dieser Kategorie nichts Passendes`);
    expect(show('leaf without results')).toContain('href="/Scheibenbremse/Golf-VII/3-77-301"');
    expect(plain(show('leaf filtered away'))).toContain('Kein Artikel entspricht allen gewählten Filtern. ');
    expect(plain(show('leaf filtered away'))).toContain('Filter zurücksetzen');
  });
  test('a parent shows what is in it, and how much', () => {
    const text = plain(show('parent for a model'));
    expect(text).toContain('Bremsanlage für Volkswagen Golf VII 1.6 TDI');
    expect(text).toContain('1.234 Artikel');
    expect(plain(show('leaf for a model'))).toContain('Bremsscheiben (Scheibenbremse) für Volkswagen');
  });
});

test('ratings of sellers have one decimal in a list', () => {
  const ratings = [4, 4.25, 4.96].map((rating) => sellerTexts(german, { rating, returnCost: null }).rating);
  expect(ratings).toEqual(['★ 4,0', '★ 4,3', '★ 5,0']);
});
