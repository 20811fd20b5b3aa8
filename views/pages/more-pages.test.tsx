import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { editions } from '../../server/web/routes/editions.js';
import { euros, htmlOf, pageOf, plain } from '../../test/fixtures/views/page.js';
import { productOf, vehicle } from '../../test/fixtures/views/pages/article-cart-views.js';
import {
  homeModel,
  manufacturerModel,
  modelModel,
  nodeOf,
  seriesModel,
  vehiclesModel,
} from '../../test/fixtures/views/pages/catalogue-views.js';
import { brandOf, shopOf } from '../../test/fixtures/views/pages/shop-brand-search-views.js';
import { SaveOffer } from '../components/save-offer.js';
import type { PageContext } from '../context.js';
import { IslandHostProvider } from '../island.js';
import type { PartNumberModel } from '../search-models.js';
import { BotView } from './bot.view.js';
import { BrandView } from './brand.view.js';
import { ErrorView } from './error.view.js';
import { HomeView } from './home.view.js';
import { InformationView } from './information.view.js';
import { LoginView } from './login.view.js';
import { ManufacturerView } from './manufacturer.view.js';
import { MenuView } from './menu.view.js';
import { ModelView } from './model.view.js';
import { PartNumberView } from './part-number.view.js';
import { SavedVehiclesView } from './saved-vehicles.view.js';
import { SeriesView } from './series.view.js';
import { ShopView } from './shop.view.js';
import { ShopTextView } from './shop-text.view.js';
import { VehiclesView } from './vehicles.view.js';

const page = pageOf(editions['de-DE'], { path: '/here' });
const html = (view: ReactNode, change: Partial<PageContext> = {}): string => htmlOf(view, { ...page, ...change });
const words = (...of: Parameters<typeof html>): string => plain(html(...of)).trim();

test('a shop names what a return costs, each tariff, and only the contacts that it has', () => {
  const shown = (change: Parameters<typeof shopOf>[0]) => words(<ShopView model={{ shop: shopOf(change) }} />);
  const returns = (paidBy: 'shop' | 'buyer', cost: number | null) =>
    shown({ returns: { paidBy, cost: cost === null ? null : euros(cost), days: 14 } });
  expect(returns('shop', null)).toContain('Kostenlose Rückgabe innerhalb von 14 Tagen.');
  expect(returns('buyer', null)).toContain('14 Tagen; die Rücksendung bezahlen Sie.');
  expect(returns('buyer', 0)).toContain('14 Tagen; die Rücksendung kostet 0,00 €.');
  expect(shown({ returns: null })).toContain('gibt nicht an, wer eine Rücksendung bezahlt');
  expect(shown({})).toMatch(
    /^Teile &amp; Söhne Versand aus Venlo, Niederlande · 4\.711 Angebote 4,60 aus 2\.318 Bewertungen Bewertungen übernehmen/,
  );
  expect(shown({ rating: null })).toMatch(/Noch keine Bewertungen (?!Bewertungen übernehmen)/);
  expect(shown({ countries: shopOf().countries.slice(1, 2) })).not.toMatch(/weitere|liefert nicht/);
  expect(shown({})).not.toMatch(/nicht angegeben Telefon|noch nicht vollständig|Zurzeit hat dieser Händler/);
  expect(shown({ bestOffers: [] })).toContain(
    'Zurzeit hat dieser Händler kein Angebot für Ihr Lieferland: Deutschland.',
  );
  const [own] = shopOf().countries;
  expect(shown({ countries: own ? [{ ...own, freeFrom: euros(0) }] : [] })).toMatch(/ (kostenlos|€) 0,00 € \d/);
  expect(shown({ postcode: '', city: '' })).toContain('Havenkade 4, Niederlande');
  expect(html(<ShopView model={{ shop: shopOf() }} />)).toContain('href="mailto:info@teile.example"');
});

test("a shop's text is marked as its own language, and leads to the other text", () => {
  const text = { shop: { id: '3', name: 'Teile', slug: 'Teile' }, language: 'de' as const, html: '<p>a</p>' };
  const own = html(<ShopTextView model={{ kind: 'policy', text }} />);
  expect(plain(own)).toMatch(/^ ?Widerrufsbelehrung – Teile /);
  expect(plain(own)).not.toContain('in seiner Sprache');
  expect(plain(own)).toContain('Vertrag widerrufen');
  const terms = html(<ShopTextView model={{ kind: 'terms', text }} />);
  expect(plain(terms)).toMatch(/^ ?Allgemeine Geschäftsbedingungen – Teile /);
  expect(terms).toContain('href="/Shop/Teile/Widerrufsbelehrung"');
});

test('a brand counts its articles by category, and says if nobody sells them', () => {
  const brand = html(<BrandView model={{ detail: brandOf() }} />);
  expect(plain(brand)).toMatch(/Ersatzteile von Nordwerk Seit 1978\. 190 Artikel .*Bremsscheiben 12 /);
  expect(plain(brand)).not.toContain('Zurzeit führt kein Händler');
  expect(words(<BrandView model={{ detail: brandOf({ products: [] }) }} />)).toContain(
    'Zurzeit führt kein Händler Teile von Nordwerk',
  );
});

test('a number that was narrowed can be widened with its car, and one without a hit says how to go on', () => {
  const result = { number: '5Q0', exact: [], crossReferences: [], similar: [] };
  const shown = (change: Partial<PartNumberModel>) =>
    html(<PartNumberView model={{ result, filters: [], modelId: '77', popular: [], ...change }} />);
  expect(shown({ filters: ['Nordwerk'] })).toMatch(
    /<a href="\/Teilenummernsuche\/Teile\/Alle-Hersteller\/5Q0\?modelId=77" rel="nofollow"/,
  );
  expect(plain(shown({}))).toMatch(/nichts gefunden: 5Q0\. Prüfen Sie/);
  expect(shown({})).toContain('name="modelId" value="77"');
  expect(shown({ modelId: undefined })).not.toContain('name="modelId"');
  for (const found of [
    { exact: [productOf()] },
    { similar: [productOf()] },
    { crossReferences: [{ manufacturer: 'VW', number: '1', products: [productOf()] }] },
  ])
    expect(plain(shown({ result: { ...result, ...found } }))).not.toMatch(/nichts gefunden|Häufig/);
});

test('the home page shows twelve assemblies by popularity, in their order, and folds the others', () => {
  const node = (at: number) =>
    nodeOf({
      resultCount: at,
      id: `${100 + at}`,
      title: `Gruppe ${at}`,
      seoAlias: `G${at}`,
      popularity: 200 + ((at * 5) % 14),
    });
  const categories = Array.from({ length: 14 }, (_, at) => node(at));
  const navigation = homeModel.navigation && { ...homeModel.navigation, categories };
  const markup = html(<HomeView model={{ ...homeModel, navigation }} />);
  const tiles = /<ul class="category-tiles">.*?<\/ul>/s.exec(markup)?.[0] ?? '';
  expect([...tiles.matchAll(/>(Gruppe \d+)</g)].map(([, title]) => title)).toEqual(
    [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((at) => `Gruppe ${at}`),
  );
  expect(plain(markup)).toMatch(/2 weitere Baugruppen Gruppe 0 Gruppe 3 /);
  expect(markup).toContain('<form action="/G0/');
  expect(markup).toContain('<a href="/G3/');
  expect(words(<HomeView model={homeModel} />)).not.toContain('weitere Baugruppe');
});

test('the home page lists eight universal and popular categories, and says what it could not load', () => {
  const many = Array.from({ length: 9 }, (_, at) =>
    nodeOf({ id: `${at}`, title: `Art ${at}`, seoAlias: `A${at}`, isUniversal: true, popularity: 200 + at }),
  );
  const navigation = homeModel.navigation && {
    ...homeModel.navigation,
    universal: many,
    popular: many.toSpliced(0, 1),
  };
  const markup = html(<HomeView model={{ ...homeModel, navigation }} />);
  const lists = markup
    .match(/<ul class="link-list">.*?<\/ul>/gs)
    ?.map((list) => [...list.matchAll(/Art (\d)/g)].map(([, at]) => at).join(''));
  expect(lists).toContain('12345678');
  expect(lists).toContain('87654321');
  const failed = words(
    <HomeView
      model={{ ...homeModel, navigation: null, reviews: null, picker: { ...homeModel.picker, isCut: true } }}
    />,
  );
  for (const what of ['Die Baugruppen', 'Die Bewertungen', 'Die Fahrzeughersteller'])
    expect(failed).toContain(`${what} lassen sich gerade nicht laden.`);
  const promoted = homeModel.promotions?.map((each) =>
    words(<HomeView model={{ ...homeModel, promotions: [each] }} />),
  );
  expect(promoted?.map((text) => text.includes('bis zu 80 % günstiger'))).toEqual([true, false]);
  expect(words(<HomeView model={{ ...homeModel, promotions: [] }} />)).not.toContain('Gerade günstig');
  const [first] = homeModel.promotions ?? [];
  const abroad = first && { ...first, product: productOf({ lowestTotal: null }) };
  const unsold = words(<HomeView model={{ ...homeModel, promotions: abroad ? [abroad] : [] }} />);
  expect([unsold.includes('Gerade günstig'), /\d €/.test(unsold)]).toEqual([true, false]);
  expect(words(<HomeView model={{ ...homeModel, reviews: [] }} />)).not.toMatch(/Das sagen Kunden|Bewertungen lassen/);
});

test('pages of vehicles open what was chosen, and name series that share a page', () => {
  const series = (chosen: string | null, count: number) => {
    const detail = { ...seriesModel.detail, seriesList: seriesModel.detail.seriesList.slice(0, count) };
    const picker = { ...seriesModel.picker, chosen: { ...seriesModel.picker.chosen, seriesId: chosen } };
    return [
      ...html(<SeriesView model={{ ...seriesModel, detail, picker }} />).matchAll(/<details class="fold"( open="")?/g),
    ].map(([, open]) => open !== undefined);
  };
  expect([series('22', 2), series(null, 2), series(null, 1)]).toEqual([[true, false], [false, false], [true]]);
  const failed = words(<ManufacturerView model={{ ...manufacturerModel, series: null, navigation: null }} />);
  expect(failed).toContain('Die Baureihen lassen sich gerade nicht laden.');
  expect(failed).toContain('Die Baugruppen lassen sich gerade nicht laden.');
  const [variant, golf, arteon] = manufacturerModel.series ?? [];
  const shared = variant && golf ? [variant, { ...golf, name: golf.seriesPage.name }] : [];
  expect(words(<ManufacturerView model={{ ...manufacturerModel, series: shared }} />)).toContain(
    'Golf VII Golf VII, 2012–2020 Golf VII Variant (BA5), 2013–2020',
  );
  const numbered = ['Golf 10', 'Golf 2'].flatMap((name, at) => {
    return golf ? [{ ...golf, id: `${at}`, name, seriesPage: { ...golf.seriesPage, id: `${at}`, name } }] : [];
  });
  expect(words(<ManufacturerView model={{ ...manufacturerModel, series: numbered }} />)).toMatch(/Golf 2 .*Golf 10 /);
  const other = arteon && { ...arteon, name: 'Arteon Shooting Brake' };
  expect(words(<ManufacturerView model={{ ...manufacturerModel, series: other ? [other] : [] }} />)).toContain(
    'Arteon Arteon Shooting Brake, ab 2017',
  );
  expect(words(<VehiclesView model={vehiclesModel} />)).not.toMatch(/gerade nicht (vollständig )?laden/);
  const [maker] = vehiclesModel.manufacturers;
  const small = maker ? [{ ...maker, name: 'e.GO' }] : [];
  expect(words(<VehiclesView model={{ ...vehiclesModel, manufacturers: small }} />)).toMatch(/ E e\.GO /);
  expect(
    words(<VehiclesView model={{ ...vehiclesModel, picker: { ...vehiclesModel.picker, isCut: true } }} />),
  ).toContain('Die Fahrzeughersteller lassen sich gerade nicht laden.');
});

test('a model has six key numbers at most, or the one that was searched, where the country has such', () => {
  const kbas = Array.from({ length: 7 }, (_, at) => ({ kbaId: `${at}`, hsn: '0603', tsn: `AA${at}` }));
  const model = modelModel.vehicle.model && { ...modelModel.vehicle.model, kbas };
  const shown = (kba: (typeof kbas)[0] | null, hasKeyNumbers = true) =>
    words(<ModelView model={{ ...modelModel, vehicle: { ...vehicle, model }, kba } as typeof modelModel} />, {
      edition: { ...page.edition, hasKeyNumbers },
    });
  expect(shown(null)).toContain('0603/AA0, 0603/AA1, 0603/AA2, 0603/AA3, 0603/AA4, 0603/AA5 ');
  expect(shown(null)).not.toContain('AA6');
  expect(shown(kbas[6] ?? null)).toMatch(/HSN\/TSN 0603\/AA6 /);
  expect(shown(null, false)).not.toContain('0603');
  const single = modelModel.navigation && {
    ...modelModel.navigation,
    categories: [nodeOf({ title: 'Einzeln', resultCount: 1 })],
  };
  expect(words(<ModelView model={{ ...modelModel, navigation: single }} />)).toContain('Einzeln');
  expect(html(<ModelView model={modelModel} />)).toContain('data-save="77"');
  expect(html(<ModelView model={modelModel} />, { edition: { ...page.edition, hasLogin: false } })).not.toContain(
    'data-save',
  );
});

test('the navigation says if a part of it is missing', () => {
  const shown = (isCut: boolean) => words(<MenuView model={{ items: [], isCut } as never} />);
  expect([true, false].map((isCut) => shown(isCut).includes('gerade nicht laden'))).toEqual([true, false]);
});

test('a vehicle is offered to be saved; a login leads back to that', () => {
  const host = { render: (_: unknown, __: unknown, props: object) => JSON.stringify(props) };
  const markup = html(
    <IslandHostProvider value={host}>
      <SaveOffer modelId="77" />
    </IslandHostProvider>,
  ).replaceAll('&quot;', '"');
  const [, action = ''] = /"action":"([^"]*)"/.exec(markup) ?? [];
  expect(action).toContain('77');
  expect(markup).toContain(`redirectUrl=${action}"`);
});

test('a login says what happened, and goes on to where it began', () => {
  const shown = (state: 'known' | 'failed') => html(<LoginView model={{ state, redirectUrl: '/cart' }} />);
  expect(shown('failed')).toMatch(
    /role="alert">Die Anmeldung hat nicht geklappt.*href="\/Einloggen\?redirectUrl=\/cart".*href="\/cart">Ohne Anmeldung weiter/s,
  );
  expect(shown('known')).not.toMatch(/role="alert"|Einloggen/);
  expect(plain(shown('known'))).toMatch(/Sie sind angemeldet\. Gespeicherte Fahrzeuge Weiter/);
});

test('a saved vehicle is removed by its number, and leads to its parts', () => {
  const shown = (vehicles: Parameters<typeof SavedVehiclesView>[0]['model']['vehicles']) =>
    html(<SavedVehiclesView model={{ vehicles, loginUrl: '/login' }} />);
  const list = shown([vehicle]);
  expect(list).toContain(
    '<input type="hidden" name="locale" value="de-DE"/><input type="hidden" name="modelId" value="77"/>',
  );
  expect(list).toContain('value="remove" aria-label="Volkswagen Golf VII 1.6 TDI entfernen" name="action"');
  expect(list).toContain('?modelId=77" rel="nofollow">Volkswagen Golf VII 1.6 TDI');
  expect(plain(list)).toContain('77 kW / 105 PS, 1.598 cm³, 2012–2017');
  expect(plain(shown([]))).toContain('Sie haben noch kein Fahrzeug gespeichert.');
  expect(plain(shown(null))).toContain('Bitte melden Sie sich an');
  const electric = vehicle.model && { ...vehicle.model, ccm: 0 };
  expect(plain(shown([{ ...vehicle, model: electric }]))).toContain('105 PS, 2012');
});

test('an error repeats a change with its fields, and suggests near pages of the edition', () => {
  const model = { kind: 'busy', status: 503, supportCode: 'X', near: [{ label: 'Nah', path: '/nah' }] } as const;
  const shown = html(<ErrorView model={{ ...model, repeat: { action: '/api/x', fields: [['a', '1']] } } as never} />, {
    url: () => '/at/',
  });
  expect(shown).toContain('action="/api/x" method="post"');
  expect(shown).toContain('<input type="hidden" name="a" value="1"/>');
  expect(shown).toContain('href="/at/nah"');
  const plainError = html(<ErrorView model={{ ...model, near: [], repeat: null }} />);
  expect(plainError).not.toMatch(/<form|aria-labelledby="near"/);
});

test('persons continue where they were, robots read the rules that hold', () => {
  const model = {
    wait: 'w',
    back: '/back',
    difficultyBits: 12,
    script: '/s.js',
    error: null,
    pagesAtOnce: 40,
  } as const;
  const shown = (change: object = {}, context: Partial<PageContext> = {}) =>
    html(<BotView model={{ ...model, ...change }} />, context);
  expect(shown()).toMatch(/data-difficulty-bits="12".*name="wait" value="w".*name="back" value="\/back"/s);
  expect(plain(shown())).toContain('40 Seiten auf einmal');
  expect(plain(shown({ pagesAtOnce: 1 }))).toMatch(/Seiten? auf einmal/);
  expect(plain(shown({ pagesAtOnce: 0 }))).not.toContain('Seiten auf einmal');
  expect([shown().includes('role="alert"'), plain(shown({ error: 'early' })).includes('noch zu früh')]).toEqual([
    false,
    true,
  ]);
  expect(shown({}, { words: { ...page.words, email: 'a@b.example' } })).toContain('href="mailto:a@b.example"');
  expect(shown({}, { words: { ...page.words, email: null } })).toContain('<mark>');
});

test('an information page has its parts, and a receipt of a withdrawal hides its text', () => {
  const model = {
    page: 'brands',
    title: 'T',
    lead: 'L',
    sections: [['Kopf', 'Satz', ['eins', 'zwei']]],
    brands: null,
    supportCode: null,
    withdrawal: null,
  };
  const shown = (change: object) => words(<InformationView model={{ ...model, ...change } as never} />);
  expect(shown({})).toMatch(/^T L \S.* Kopf Satz eins zwei$/);
  expect(shown({ page: 'terms' })).toBe('T L Kopf Satz eins zwei');
  expect(shown({ page: 'support', supportCode: 'ABC' })).toMatch(/ ABC Kopf/);
  const fields = { name: 'K', orderId: 'B', email: 'k@e.example' };
  const receipt = { step: 'receipt', fields, key: 'k', number: 'N', receivedAt: new Date(0), isMailed: false };
  expect(shown({ page: 'revocation', withdrawal: receipt })).not.toContain('Kopf');
  expect(shown({ page: 'revocation', withdrawal: { step: 'form', fields, errors: [] } })).toContain('Kopf');
});
