import { expect, test } from 'vitest';
import { decodeFilters, encodeFilters } from '../../server/contract/filters.js';
import { editions } from '../../server/web/routes/editions.js';
import { euros, htmlOf, pageOf, plain } from '../../test/fixtures/views/page.js';
import { productOf } from '../../test/fixtures/views/pages/article-cart-views.js';
import {
  brandFilter,
  categoryModel,
  contexts,
  listingOf,
  oilCategory,
} from '../../test/fixtures/views/pages/catalogue-views.js';
import type { CategoryModel } from '../models.js';
import { CategoryView } from './category.view.js';

const chosen = encodeFilters([{ key: 'brand', values: ['31'] }]);
const list = '/Bremsscheiben/Alle-Fahrzeuge/--1523';
type Change = Parameters<typeof categoryModel>[0];
const html = (change: Change, more: Partial<CategoryModel> = {}, path = list): string =>
  htmlOf(<CategoryView model={{ ...categoryModel(change), ...more }} />, pageOf(editions['de-DE'], { path }));
const words = (...of: Parameters<typeof html>): string => plain(html(...of)).trim();
const filtered = listingOf([productOf()], { filters: [brandFilter] });

test('a chosen filter and the car can be taken back, each without the other', () => {
  const markup = html({ listing: filtered, vehicle: contexts.model }, {}, `${list}?f=${chosen}&sort=price&page=2`);
  const links = [...markup.matchAll(/rel="nofollow" href="([^"]*)" aria-label="([^"]*entfernen)"/g)];
  expect(links.map(([, href, label]) => [href?.replaceAll('&amp;', '&'), label])).toEqual([
    [`${list}?f=${chosen}`, 'Fahrzeug: Volkswagen Golf VII 1.6 TDI, Filter entfernen'],
    [`${list}?sort=price`, 'Marke: Marke 1, Filter entfernen'],
  ]);
  expect(plain(markup)).toMatch(/Filtern 1 /);
  const two = brandFilter.attributes.map((each, at) => ({ ...each, isActive: at < 2 }));
  const filters = [
    { ...brandFilter, attributes: two },
    { ...brandFilter, key: 'side', label: 'Seite' },
  ];
  const several = html({ listing: listingOf([productOf()], { filters }) });
  const [, without] = /href="[^"]*\?f=([^"]*)" aria-label="Marke: Marke 1, Filter/.exec(several) ?? [];
  expect(decodeFilters(without ?? '')).toEqual([
    { key: 'brand', values: ['30'] },
    { key: 'side', values: ['31'] },
  ]);
  expect(html({ listing: filtered, vehicle: contexts.model })).not.toContain('Fahrzeug: Volkswagen');
  // Without a filter that the catalogue knows, the car can still be taken back.
  const unknown = html({ listing: listingOf([productOf()]), vehicle: contexts.model }, {}, `${list}?f=${chosen}`);
  expect(unknown).toContain('aria-label="Fahrzeug: Volkswagen Golf VII 1.6 TDI, Filter entfernen"');
});

test('a list without filters is ordered by a form that keeps the other parameters', () => {
  const markup = html({}, {}, `${list}?answers=aaaaaa1&page=2&sort=price&show=advice&ids=3&f=x`);
  expect(markup).toContain(
    `<form id="so" hidden="" action="${list}" method="post"><input type="hidden" name="locale" value="de-DE"/><input type="hidden" name="answers" value="aaaaaa1"/></form>`,
  );
  expect(html({ listing: filtered })).toContain('<select form="fl" name="sort"');
});

test('filters are offered with at most ten values, prices in euros, and at least a choice', () => {
  const attributes = Array.from({ length: 12 }, (_, at) => ({
    value: `${at}`,
    label: `W ${at}`,
    count: 1,
    isActive: false,
  }));
  const range = { min: euros(1050), max: euros(9900), from: euros(2000), to: null };
  const filters = [
    { ...brandFilter, attributes },
    { ...brandFilter, key: 'single', attributes: attributes.slice(0, 1) },
    { ...brandFilter, key: 'price', label: 'Preis', attributes: [], range },
  ];
  const markup = html({ listing: listingOf([productOf()], { filters }) });
  expect(markup.match(/name="filter\.brand"/g)).toHaveLength(10);
  expect(markup).not.toContain('filter.single');
  expect(markup).toMatch(/placeholder="10" name="from\.price".*placeholder="99" name="to\.price"/s);
});

test('advice and the comparison replace their links', () => {
  expect(html({})).toContain(`href="${list}?show=advice#advice" data-fragment="advice"`);
  expect(words({})).not.toMatch(/Zurück zur|Entscheidend sind/);
  const { navigation } = categoryModel();
  const silent = { ...navigation, category: navigation.category && { ...navigation.category, description: '' } };
  expect(html({}, { navigation: silent })).not.toContain('data-fragment="advice"');
  const advised = html({}, { show: 'advice' });
  expect(plain(advised)).toContain('Entscheidend sind Durchmesser und Dicke.');
  expect(advised).not.toContain('show=advice');
  const comparing = html({}, { show: 'compare', compared: ['9'] });
  expect(comparing).toMatch(/name="ids" checked="" value="9"/);
  expect(comparing).not.toContain('show=compare');
});

const oil = (more: Partial<CategoryModel> = {}, isActive = false) => {
  const approved = { count: 7, isActive, chosen: [{ key: 'approval', value: 'VW 507 00' }] };
  return html(
    { category: oilCategory, vehicle: contexts.model, listing: listingOf([productOf()], { approved }) },
    more,
  );
};
const approvals = { ...brandFilter, key: 'approval', label: 'Freigabe' };

test('goods with the approval of the car are counted, chosen, and chosen no more', () => {
  expect(plain(oil())).toMatch(/Freigegeben für den Golf VII \(7\)/);
  expect(oil()).toContain(`?f=${encodeFilters([{ key: 'approval', values: ['VW 507 00'] }])}#liste"`);
  expect(oil({}, true)).toMatch(/href="[^"?]*#liste" aria-current="true"/);
  const withoutCar = (
    vehicle: CategoryModel['vehicle'],
    filters = [approvals],
    category: Change = { category: oilCategory },
  ) => html({ ...category, vehicle, listing: listingOf([productOf()], { filters }) });
  expect(withoutCar(null)).toContain('?categoryId=2447"');
  for (const none of [withoutCar(contexts.model), withoutCar(null, [brandFilter]), withoutCar(null, [approvals], {})])
    expect(none).not.toContain('categoryId=');
});

test('the heading of approved goods has their number unless another approval was chosen', () => {
  const check = {
    key: 'approval',
    label: 'A',
    value: 'VW',
    unit: null,
    what: 'approval' as const,
    state: 'met' as const,
  };
  const product = productOf({ fit: { state: 'universal', notes: [], checks: [check] } });
  const title = (isActive: boolean, isOtherChosen: boolean): string => {
    const attributes = approvals.attributes.map((each) => ({ ...each, isActive: each.isActive && isOtherChosen }));
    const approved = { count: 7, isActive, chosen: [{ key: 'approval', value: 'VW' }] };
    const listing = listingOf([product], { approved, filters: [{ ...approvals, attributes }] });
    const markup = html({ category: oilCategory, vehicle: contexts.model, listing });
    return plain(/<h2 class="list-title">(.*?)<\/h2>/s.exec(markup)?.[1] ?? '');
  };
  expect([title(false, false), title(true, true), title(false, true)].map((each) => each.includes('(7)'))).toEqual([
    ...[true, true, false],
  ]);
});

test('a measure keeps the other filters', () => {
  const measure = { label: '288', place: null, notes: [], count: 6, isActive: false, drawing: null };
  const measures = [{ ...measure, chosen: [{ key: 'diameter', value: '288' }] }];
  const both = encodeFilters([
    { key: 'brand', values: ['31'] },
    { key: 'diameter', values: ['288'] },
  ]);
  expect(html({ listing: { ...filtered, measures } })).toContain(`href="${list}?f=${both}#liste"`);
});

test('an empty list says why: by the filters, the car, or for everybody', () => {
  const empty = listingOf([]);
  expect(words({ listing: empty })).toContain(
    'Zurzeit führt kein Händler Artikel aus dieser Kategorie: Bremsscheiben.',
  );
  expect(words({ listing: empty, vehicle: contexts.series })).toContain('Für Volkswagen Golf VII haben wir');
  const both = { listing: listingOf([], { filters: [brandFilter] }), vehicle: contexts.model };
  expect(words(both)).toContain('Kein Artikel entspricht allen gewählten Filtern.');
  expect(words(both)).not.toContain('haben wir');
  const unchosen = { ...brandFilter, attributes: brandFilter.attributes.map((each) => ({ ...each, isActive: false })) };
  expect(words({ ...both, listing: listingOf([], { filters: [unchosen] }) })).toContain('haben wir');
  expect(html({ listing: empty })).not.toContain('id="liste"');
  const { navigation } = categoryModel();
  const [above] = navigation.ancestors;
  const ancestors = [above, above && { ...above, urlId: '7', seoAlias: 'Naeher', title: 'Näher' }];
  const near = html({ listing: empty }, { navigation: { ...navigation, ancestors } } as Partial<CategoryModel>);
  expect(near).toMatch(/<a href="\/Naeher\/[^"]*">[^<]*Näher/);
});

test('a failure to load says so, and is no empty list', () => {
  const failed = words({ listing: null }, { isListingMissing: true });
  expect(failed).toContain('Die Artikel dieser Kategorie lassen sich gerade nicht laden.');
  expect(failed).not.toContain('Zurzeit führt kein Händler');
  expect(words({}, { manufacturers: null })).toMatch(/nach Fahrzeughersteller [^.]*gerade nicht/);
  expect(html({}, { problem: { code: 'filter', message: 'Zu viele Filter' } })).toMatch(
    /role="alert">Zu viele Filter</,
  );
});

test('the list of a brand names it, and leads to all its parts and to all brands', () => {
  const brand = {
    id: '4',
    name: 'Nordwerk',
    slug: 'Nordwerk',
    seoName: 'Nordwerk',
    logo: null,
    description: '',
    articleCount: 2,
  };
  const markup = html({}, { brand } as Partial<CategoryModel>);
  expect(plain(markup)).toMatch(/^ ?Bremsscheiben \(Scheibenbremse\) von Nordwerk /);
  expect(plain(markup)).not.toMatch(/Fahrzeug wählen|Gut zu wissen|nach Fahrzeughersteller/);
  expect(markup).toContain(`href="${list}"`);
});

test('a series lists its models with their power; goods that fit every car ask for no vehicle', () => {
  const navigation = { ...categoryModel().navigation, models: [{ id: '78', fullName: 'Golf 1.2', kw: 63, ps: 86 }] };
  const markup = html({ vehicle: contexts.series }, { navigation } as unknown as Partial<CategoryModel>);
  expect(plain(markup)).toContain('Golf 1.2 63 kW / 86 PS');
  expect(markup).toContain('/Bremsscheiben/Golf-VII/3-78-1523');
  expect(words({})).toContain('Fahrzeug wählen und nur passende Teile sehen');
  expect(words({ vehicle: contexts.model })).toContain('Anderes Fahrzeug wählen');
  expect(words({ vehicle: contexts.model })).toContain(
    'Fahrzeuge Bremsscheiben für Volkswagen Golf VII Bremsscheiben für alle',
  );
  expect(words({ category: oilCategory })).not.toMatch(/Fahrzeug wählen/);
  expect(words({}, { manufacturers: [] })).not.toContain('nach Fahrzeughersteller');
});
