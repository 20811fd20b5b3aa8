import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { editions } from '../../server/web/routes/editions.js';
import { htmlOf, pageOf, plain } from '../../test/fixtures/views/page.js';
import { vehicle } from '../../test/fixtures/views/pages/article-cart-views.js';
import { nodeOf } from '../../test/fixtures/views/pages/catalogue-views.js';
import type { PageContext } from '../context.js';
import { emptyPicker } from '../example-data.js';
import type { NavigationItem } from '../navigation-models.js';
import { QuantityField } from '../quantity-field.js';
import { CategoryList } from './category-list.js';
import { CategoryPicture } from './category-picture.js';
import { CategoryTiles } from './category-tiles.js';
import { ConsentForm } from './consent-form.js';
import { CouldNotLoad } from './could-not-load.js';
import { CountryGrid } from './country-grid.js';
import { CustomerReviews } from './customer-reviews.js';
import { FitMark } from './fit-mark.js';
import { FrontAxle } from './front-axle.js';
import { InformationText } from './information-text.js';
import { GuaranteeNotice } from './law/guarantee-notice.js';
import { LogoOrMonogram } from './logo-or-monogram.js';
import { MenuTree } from './menu-tree.js';
import { Pagination } from './pagination.js';
import { PartImage } from './part-image.js';
import { PickerSection } from './picker-panel.js';
import { RegisterForms } from './register-forms.js';
import { SearchForm } from './search-form.js';

const page = pageOf(editions['de-DE'], { path: '/here?page=2' });
const html = (view: ReactNode, change: Partial<PageContext> = {}): string => htmlOf(view, { ...page, ...change });
const words = (...of: Parameters<typeof html>): string => plain(html(...of)).trim();

test('the buttons beside a number of pieces take one away and add one', () => {
  const markup = html(<QuantityField pieces={3} label="Menge" />);
  expect([...markup.matchAll(/data-step="(-?1)">(.)</g)].map(([, by, sign]) => [by, sign])).toEqual([
    ['-1', '−'],
    ['1', '+'],
  ]);
  expect(markup).toMatch(/<input (?=[^>]*min="1")(?=[^>]*max="99")(?=[^>]*required="")(?=[^>]*value="3")/);
});

test('the picture of the legal guarantee is folded away unless the page opens it', () => {
  const [folded, open] = [html(<GuaranteeNotice />), html(<GuaranteeNotice isOpen />)];
  expect([folded, open].map((markup) => /<details[^>]* open/.test(markup))).toEqual([false, true]);
});

test('consent is asked for each host, and preselects what holds now', () => {
  const domains = [
    { host: 'pictures.example', purpose: 'pictures', isAccepted: true },
    { host: 'films.example', purpose: 'embeds', isAccepted: false },
    { host: 'badge.example', purpose: 'badge', isAccepted: true },
  ] as const;
  const form = (returnTo: string | null) => html(<ConsentForm model={{ domains, returnTo }} />);
  expect(
    [...form('/back').matchAll(/name="(state[^"]*)"( checked="")? value="(\w)"/g)].map(([, ...found]) => found),
  ).toEqual([
    ['state.films.example', ' checked=""', 'd'],
    ['state.films.example', undefined, 'a'],
    ['state.badge.example', undefined, 'd'],
    ['state.badge.example', ' checked=""', 'a'],
  ]);
  expect(form('/back')).toContain('name="returnTo" value="/back"');
  expect(form(null)).toContain('name="returnTo" value="/"');
  expect([...form(null).matchAll(/value="(\w+)" name="choice"/g)].map(([, value]) => value)).toEqual([
    'reject',
    'accept',
    'save',
  ]);
});

test('delivery countries are buttons, the likely ones first, the current one marked', () => {
  const model = {
    near: [{ code: 'DE', name: 'Deutschland' }],
    others: [{ code: 'MT', name: 'Malta' }],
    ...{ current: 'MT', returnTo: '/back', flags: '/flags.svg' },
  };
  const grid = (isBlocked: boolean) => html(<CountryGrid model={{ ...model, isBlocked }} />);
  expect(html(<CountryGrid model={{ ...model, isBlocked: false, returnTo: null }} />)).toContain(
    'name="returnTo" value="/"',
  );
  expect(grid(false).match(/<button [^>]*>/g)).toEqual([
    '<button type="submit" value="DE" name="country">',
    '<button type="submit" value="MT" aria-current="true" name="country">',
  ]);
  expect(plain(grid(false))).toMatch(/Deutschland.*Malta/);
  expect(grid(false)).toContain('/flags.svg#MT');
  expect(grid(false)).toContain('name="returnTo" value="/back"');
  expect(grid(false)).toMatch(/data-blocked-choice="" hidden=""/);
  expect(grid(true)).not.toMatch(/data-blocked-choice="" hidden=""/);
});

test('reviews say who checked them, and which purchases were verified', () => {
  const review = { comment: 'Gut', mark: 4, creationDate: '2026-09-01', author: 'Kim', isVerified: false };
  const shown = (isVerified: boolean, change: Partial<PageContext>) =>
    words(<CustomerReviews reviews={[{ ...review, isVerified }]} />, {
      isDemonstration: false,
      rating: null,
      ...change,
    });
  expect(shown(false, {})).toMatch(/4,00 Kim, 01\.09\.2026 Gut .*Wir prüfen nicht selbst/);
  expect(shown(true, {})).toMatch(/01\.09\.2026 Kauf bestätigt Gut .*die anderen Bewertungen sind nicht geprüft/);
  const nameless = [{ ...review, author: '', creationDate: null }] as unknown as Parameters<
    typeof CustomerReviews
  >[0]['reviews'];
  expect(words(<CustomerReviews reviews={nameless} />)).toMatch(/4,00 Gut /);
  const trusted = { rating: { value: 4.8, count: 2, source: 'trustedShops' as const } };
  expect(shown(true, trusted)).toContain('Gesammelt von Trusted Shops');
  expect(shown(true, { isDemonstration: true })).toContain('frei erfunden');
  expect(shown(true, { ...trusted, isDemonstration: true })).not.toContain('frei erfunden');
});

test('the menu opens its item, and hides from crawlers what they must not follow', () => {
  const leaf = (label: string, linked: boolean) => ({ type: 'link', label, link: `/${label}`, linked });
  const items = [
    {
      type: 'list',
      id: '5',
      label: 'Offen',
      body: [leaf('a', true), { type: 'list', id: '7', label: 'Unten', body: [leaf('c', false)] }],
    },
    { type: 'list', id: '6', label: 'Zu', body: null },
    leaf('b', false),
  ] as unknown as NavigationItem[];
  const menu = html(<MenuTree items={items} />);
  expect(menu).toContain('<button type="submit" aria-expanded="true">Offen</button>');
  expect(menu).toContain('<button type="submit" value="6" aria-expanded="false" name="open">Zu</button>');
  expect(menu).toContain('<a href="/a">a</a>');
  expect(menu).toContain('<button type="submit" formAction="/b">b</button>');
  expect(menu).toContain('<summary>Unten</summary><ul class="menu-level-3"><li><button type="submit" formAction="/c">');
});

test('pages before and after exist, and a single page has no links', () => {
  const links = (at: number, count: number) =>
    [...html(<Pagination page={at} count={count} />).matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel);
  expect([links(1, 3), links(2, 3), links(3, 3), links(1, 1)]).toEqual([['next'], ['prev', 'next'], ['prev'], []]);
  expect(html(<Pagination page={1} count={1} />)).toBe('');
});

test('categories say how much they have, and are links only for crawlers that may follow', () => {
  const children = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: `Teil ${id}`, seoAlias: id }));
  const tiles = (
    change: Parameters<typeof nodeOf>[0],
    from: 'home' | 'model' = 'home',
    about: typeof vehicle | null = null,
  ) => html(<CategoryTiles categories={[nodeOf(change)]} vehicle={about} from={from} />);
  expect(plain(tiles({ children: children.slice(0, 1) }))).toContain('Teil a 1.234 Artikel');
  expect(plain(tiles({ children }))).toContain('Teil a, Teil b, Teil c 1.234 Artikel');
  expect(tiles({})).toContain('<a href="/Bremsscheiben/Alle-Fahrzeuge/--1523">');
  expect(tiles({ resultCount: 0 })).toMatch(/class="no-parts".*<form action="\/Bremsscheiben/);
  expect(tiles({}, 'model', vehicle)).toContain('<a href="/Bremsscheiben/Golf-VII/3-77-1523">');
  const listed = html(<CategoryList title="T" categories={[nodeOf({ popularity: 119 })]} vehicle={null} from="home" />);
  expect(listed).toContain('<form action="/Bremsscheiben/Alle-Fahrzeuge/--1523">');
  expect(plain(listed)).toContain('1.234');
  expect(html(<CategoryList title="T" categories={[]} vehicle={null} from="home" />)).toBe('');
  const axle = html(
    <FrontAxle categories={{ disc: nodeOf(), pads: nodeOf({ id: '9', popularity: 119 }) }} drawing="/d.svg" />,
  );
  expect(axle.match(/<a href="\/Brems/g)).toHaveLength(2);
  expect(plain(axle)).toMatch(/4 Bremsscheibe 5 Bremsbeläge/);
});

test("pictures are the operator's, else drawings or initials", () => {
  const own = { localPicture: (kind: string, ...names: string[]) => `/own/${kind}/${names.join()}` };
  const category = { urlId: '5', imageFilename: 'disc' };
  const picture = (change = {}) => html(<CategoryPicture category={category} width={1} height={1} />, change);
  expect(picture()).toContain('src="/api/Bilder/disc.svg?small=1"');
  expect(picture(own)).toMatch(/class="part-image" src="\/own\/categories\/5,disc"/);
  const mark = (name: string, logo: string | null = null, change = {}) =>
    html(<LogoOrMonogram kind="brands" name={name} seoName="s" logo={logo} />, change);
  expect(['alfa romeo', 'a b-c d', 'Škoda'].map((name) => plain(mark(name)).trim())).toEqual(['AR', 'ABC', 'Š']);
  expect(mark('A', '/logo.svg')).toContain('src="/logo.svg"');
  expect(mark('A', '/logo.svg', own)).toContain('src="/own/brands/s"');
});

test('a photograph is offered up to its own width, or in one width for a fixed place', () => {
  const photo = (width: number, sizes: string) => {
    const image = { url: 'https://img.example/a.jpg', width, height: 300, alt: 'A' };
    const markup = html(<PartImage image={image} sizes={sizes} />, { photograph: (_, each) => `/w${each}` });
    return [/ src="([^"]*)"/.exec(markup)?.[1], /srcSet="([^"]*)"/.exec(markup)?.[1]];
  };
  expect(photo(500, '100vw')).toEqual(['/w480', '/w160 160w, /w320 320w, /w480 480w']);
  expect(photo(100, '100vw')).toEqual(['/w160', undefined]);
  expect(photo(2000, '72px')).toEqual(['/w160', undefined]);
  expect(photo(2000, '80px')).toEqual(['/w160', undefined]);
  expect(photo(2000, '81px')).toEqual(['/w320', '/w160 160w, /w320 320w']);
});

test('a mark asks about its condition only, and a search keeps its words and car', () => {
  const mark = (state: 'conditional' | 'fits') => html(<FitMark fit={{ state, notes: ['x'], checks: [] }} id="9" />);
  expect([mark('conditional').includes('data-if="9"'), mark('fits').includes('data-if')]).toEqual([true, false]);
  const form = html(<SearchForm term="öl" context={['modelId', '77']} />);
  expect(form).toContain('<input type="hidden" name="modelId" value="77"/>');
  expect(form).toMatch(/name="query" value="öl"/);
  expect(html(<SearchForm term="öl" context={null} />)).not.toContain('hidden');
});

test('the own vehicle has a link to its page only where the page names none', () => {
  const section = (modelId: string | null, full: string | null = '/pick') =>
    html(
      <PickerSection
        model={{ ...emptyPicker, chosen: { ...emptyPicker.chosen, modelId } }}
        linkText="Wählen"
        own={<b>own</b>}
        full={full}
      />,
    );
  expect(section(null)).toContain('<template data-own=""><b>own</b></template>');
  expect(section('77')).not.toContain('<template');
  expect(section(null)).toContain('href="/pick#choose-vehicle" data-fragment="choose-vehicle"');
  expect(section(null, null)).toContain('name="manufacturerId"');
});

test('links of an information text lead to its pages, and open data are marked', () => {
  const text = html(<InformationText text="A [B](imprint), [C](cart), [D](https://d.example/) {{operator}}" />);
  expect(
    [...text.matchAll(/<a href="([^"]*)"( rel="noopener")?>/g)].map(([, href, rel]) => [href, rel !== undefined]),
  ).toEqual([
    ['/Informationen/Impressum', false],
    ['/Warenkorb', false],
    ['https://d.example/', true],
  ]);
  expect(text).toContain('<mark>');
});

test('a part that could not be loaded leads to its whole page again', () => {
  const again = (path: string) => /href="([^"]*)"/.exec(html(<CouldNotLoad>x</CouldNotLoad>, { path }))?.[1];
  expect(['/a?part=1', '/a?b=1&part=1', '/a?b=1'].map(again)).toEqual(['/a', '/a?b=1', '/a?b=1']);
});

test('a form for a register says only its own result, and blames its field unless the register failed', () => {
  const entered = { hsn: '', tsn: '', plate: '', register: 'WVW' };
  const markupOf = (way: string, state: string) => {
    const model = { ...emptyPicker, registers: ['vin', 'dutchPlate'], lookup: { way, state, entered, hits: [] } };
    return html(<RegisterForms model={model as never} />);
  };
  expect(['vin', 'keys'].map((way) => markupOf(way, 'unknown').includes('<details class="registers" open'))).toEqual([
    ...[true, false],
  ]);
  // The field at fault gets the focus.
  expect(markupOf('vin', 'unknown').match(/<input [^>]*autofocus[^>]*>/gi)).toEqual([
    expect.stringContaining(' name="vin"'),
  ]);
  const forms = (way: 'vin' | 'dutchPlate', state: 'unknown' | 'failed' | 'several') => {
    return markupOf(way, state)
      .split('<form')
      .slice(1)
      .map((form) =>
        [/ value="WVW"/, /role="alert"/, /aria-invalid="true"/, /role="status"/].map((each) => each.test(form)),
      );
  };
  const nothing = [false, false, false, false];
  expect(forms('vin', 'unknown')).toEqual([[true, true, true, false], nothing]);
  expect(forms('dutchPlate', 'failed')).toEqual([nothing, [true, true, false, false]]);
  expect(forms('vin', 'several')).toEqual([[true, false, false, true], nothing]);
});
