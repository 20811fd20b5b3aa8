import { describe, expect, test } from 'vitest';
import type { Vehicle } from '../../server/contract/vehicles.js';
import { allEditions, editions } from '../../server/web/routes/editions.js';
import { htmlOf, missing, occurrences, pageOf as testPage } from '../../test/fixtures/views/page.js';
import { vehicle } from '../../test/fixtures/views/pages/article-cart-views.js';
import type { PageContext } from '../context.js';
import { vehiclePanelTexts } from '../islands/vehicle-panel.props.js';
import { ErrorView } from '../pages/error.view.js';
import { Layout } from './layout.js';

type Edition = (typeof allEditions)[number];
const editionLinks = (edition: Edition): PageContext['editionLinks'] =>
  allEditions.map(({ locale, name, prefix }) => ({
    locale,
    name,
    href: `${prefix}/`,
    current: locale === edition.locale,
  }));
const pageOf = (edition: Edition, change: Partial<PageContext> = {}): PageContext =>
  testPage(edition, { editionLinks: editionLinks(edition), path: '/x/y?page=2&f=a', ...change });

const crumbs = [
  { label: 'A', href: '/' },
  { label: 'B', href: '/b' },
  { label: 'C', href: '/b/c' },
];
const html = (page: PageContext, pageVehicle: Vehicle | null = null): string =>
  htmlOf(
    <Layout crumbs={crumbs} pageVehicle={pageVehicle} loader={null}>
      <ErrorView model={{ kind: 'missing', status: 404, supportCode: '7F3K-20QX', near: [], repeat: null }} />
    </Layout>,
    page,
  );
/** Returns the content of the first element with this start tag. */
const inside = (markup: string, start: string, end: string): string =>
  markup.slice(markup.indexOf(start), markup.indexOf(end, markup.indexOf(start)));

describe.each(allEditions)('around every page in $locale', (edition) => {
  const page = pageOf(edition);
  const markup = html(page);
  const footer = inside(markup, '<footer', '</footer>');

  test('has one of each landmark, one first heading and no missing words', () => {
    for (const landmark of ['<header', '<main', '<footer', '<h1', 'role="search"'])
      expect([landmark, occurrences(markup, landmark)]).toEqual([landmark, 1]);
    expect(markup).toMatch(/class="skip-link" href="#main"[\s\S]*<main id="main"/);
    expect([...missing]).toEqual([]);
    expect(markup).not.toMatch(/undefined|\[object|NaN/);
    // Every navigation has its own name.
    const names = [...markup.matchAll(/<nav[^>]*>/g)].map(([tag]) => /aria-label="([^"]+)"/.exec(tag)?.[1]);
    expect(names).not.toContain(undefined);
    expect(new Set(names).size).toBe(2);
  });

  test('keeps to the security policy: no inline style or handler, and every button says that it submits', () => {
    expect(markup).not.toMatch(/ (style|on\w+)="/);
    expect(occurrences(markup, '<button')).toBe(occurrences(markup, '<button type="submit"'));
  });

  test('has a sprite with every shape that it uses', () => {
    for (const [, name] of markup.matchAll(/href="#(i-[\w-]+)"/g)) expect(markup).toContain(`<symbol id="${name}"`);
  });

  test('leads to the account only where there are accounts', () => {
    const login = `href="${edition.prefix}/Einloggen?redirectUrl=${encodeURIComponent(page.path).replaceAll('%2F', '/')}"`;
    expect(markup.includes(login)).toBe(edition.hasLogin);
    expect(occurrences(markup, 'class="account"')).toBe(edition.hasLogin ? 1 : 0);
    expect(edition.hasLogin).toBe(['DE', 'AT'].includes(edition.country));
    expect(vehiclePanelTexts(edition, page.t).saved !== null).toBe(edition.hasLogin);
  });

  test('names pages for merchants and jobs in Germany only', () => {
    const words = ['merchants', 'jobs'] as const;
    for (const name of words)
      expect(footer.includes(`>${page.t(`layout:pages.${name}`)}<`)).toBe(edition.country === 'DE');
    expect(footer).not.toContain('href="null');
    expect(footer).not.toContain('href="#"');
  });

  test('opens the delivery countries and the navigation by forms that lead to pages alone, and carries neither', () => {
    const land = inside(markup, '<form class="delivery-country', '</form>');
    expect(land).toContain(`action="${edition.prefix}/delivery-country"`);
    expect(land).toContain(`data-opens="/fragments/${edition.locale}/countries.html"`);
    expect(land).toContain('name="returnTo" value="/x/y?page=2&amp;f=a"');
    const menu = inside(markup, '<form class="menu', '</form>');
    expect(menu).toContain(`action="${edition.prefix}/menu"`);
    expect(menu).toContain(`data-opens="/fragments/${edition.locale}/menu.html"`);
    expect(occurrences(land + menu, 'aria-haspopup="dialog"')).toBe(2);
    expect(markup).not.toContain('<option');
  });

  test('shows which page, which edition and nothing about the visitor', () => {
    expect(markup).toContain('<span class="count" data-cart-count="" hidden="">0</span>');
    expect(markup).toContain('data-support-code=""');
    expect(occurrences(footer, 'hrefLang=')).toBe(allEditions.length);
    expect(occurrences(footer, 'aria-current="true"')).toBe(1);
    // The heading names the page itself.
    expect(inside(markup, '<ol class="crumbs"', '</ol>')).toMatch(/>A<.*>B</);
    expect(markup).not.toContain('href="/b/c"');
  });
});

describe('what depends on the page', () => {
  const german = editions['de-DE'];

  test('the environment is named everywhere but live, and made-up data carries a note', () => {
    for (const environment of ['local', 'remote', 'staging'] as const)
      expect(html(pageOf(german, { environment }))).toContain(pageOf(german).t(`layout:environment.${environment}`));
    const live = html(pageOf(german, { environment: 'live', isDemonstration: false }));
    expect(live).not.toContain('class="environment"');
    expect(live).not.toContain('erfunden');
    expect(html(pageOf(german))).toContain('in Partavo sind frei erfunden');
  });

  test('the header and the search have the vehicle of the page; else a template waits', () => {
    const box = (markup: string): string =>
      inside(markup, '<div class="vehicle-box"', '</header>').replaceAll('\u00a0', ' ');
    const without = html(pageOf(german));
    expect(box(without)).toContain('<template data-own="">');
    expect(box(without)).toContain('data-href="/Ersatzteile/{{slug}}/3-{{modelId}}-"');
    for (const slot of ['{{series}} {{engine}}', ' {{ps}} PS', '{{kw}} kW / {{ps}} PS', '{{ccm}} cm³'])
      expect(occurrences(box(without), `data-slot="${slot}"`)).toBe(1);
    expect(box(without)).toContain('data-slot="{{from}}–{{to}}|ab {{from}}|bis {{to}}"');
    expect(without).not.toMatch(/name="(modelId|vehicleSeriesGroupId|vehicleManufacturerId)"/);

    const chosen = html(pageOf(german), vehicle);
    expect(box(chosen)).not.toContain('<template');
    expect(box(chosen)).toMatch(/>Volkswagen <.*>Golf VII 1\.6 TDI<.*> 105 PS</s);
    expect(box(chosen)).toMatch(/77 kW \/ 105 PS.*1598 cm³.*2012–2017/s);
    expect(box(chosen)).toContain('href="/Ersatzteile/Golf-VII/3-77-"');
    const electric = {
      ...vehicle,
      model: { ...(vehicle.model as NonNullable<typeof vehicle.model>), kw: 0, ps: 0, ccm: 0 },
    };
    expect(box(html(pageOf(german), electric))).not.toMatch(/[> ]0 (kW|PS|cm)|undefined/);
    expect(chosen).toContain('<input type="hidden" name="modelId" value="77"/>');
    expect(html(pageOf(german), { ...vehicle, model: null })).toContain('name="vehicleSeriesGroupId" value="2"');
    expect(html(pageOf(german), { ...vehicle, model: null, seriesPage: null })).toContain(
      'name="vehicleManufacturerId" value="1"',
    );
  });

  test('a shop of another name has no foreign word mark', () => {
    const socialLinks = [{ name: 'Mastodon', href: 'https://social.example/@teileladen' }];
    const markup = html(pageOf(german, { shopName: 'Teileladen', socialLinks }));
    expect(markup).toMatch(/<a href="https:\/\/social\.example\/@teileladen" rel="noopener">Mastodon/);
    expect(markup).toContain('<b>Teileladen</b>');
    const logo = { src: '/logo.png', width: 90, height: 30 };
    expect(html(pageOf(german, { shopName: 'Teileladen', logo }))).toMatch(
      /<img [^>]*src="\/logo\.png"[^>]* alt="Teileladen"/,
    );
    // Addresses of the account contain the product's name, whatever the shop's name is.
    expect(markup.replaceAll('/Mein-Partavo/', '')).not.toContain('Partavo');
  });

  test('Austria says some things in its own words and the rest in German', () => {
    const [de, at] = [html(pageOf(german)), html(pageOf(editions['de-AT']))];
    expect(de).toContain('inkl. MwSt.');
    expect(at).toContain('inkl. USt.');
    expect(at).toContain('>Impressum<');
  });

  test.each([
    [404, 'unknown', 'Diese Seite konnte nicht gefunden werden'],
    [404, 'missing', 'Seite nicht gefunden'],
    [429, 'slow', 'Zu viele Anfragen in kurzer Zeit'],
    [400, 'bad', 'Diese Anfrage verstehen wir nicht'],
    [503, 'busy', 'Gerade nicht erreichbar'],
    [500, 'failed', 'Unerwarteter Fehler'],
  ] as const)('an error %s (%s) says what happened and how to go on', (status, kind, title) => {
    const markup = htmlOf(
      <ErrorView model={{ kind, status, supportCode: '7F3K-20QX', near: [], repeat: null }} />,
      pageOf(german),
    );
    expect(markup).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    expect(markup).toContain('7F3K-20QX');
    expect(occurrences(markup, '<a class="button')).toBe(2);
    expect([...missing]).toEqual([]);
  });
});

describe('the frame of a page', () => {
  const german = editions['de-DE'];
  const words = (page: PageContext, of: Vehicle | null = null): string =>
    html(page, of)
      .replace(/<[^>]*>/g, ' ')
      .replace(/[\u00a0\u202f]/g, ' ')
      .replace(/\s+/g, ' ');

  test('a rating says where it comes from, and whether it is only an example', () => {
    const rated = (source: 'own' | 'placeholder' | 'trustedShops', isDemonstration = false) =>
      /4,82 (.*?) Anmelden/.exec(
        words(pageOf(german, { rating: { value: 4.82, count: 11542, source }, isDemonstration })),
      )?.[1];
    expect(rated('placeholder')).toBe(
      'aus 11.542 Bewertungen · nur ein Beispiel Lieferung nach DE Lieferland ändern, zurzeit Deutschland',
    );
    expect(rated('trustedShops')).toMatch(/^aus 11\.542 Bewertungen · Trusted Shops /);
    expect(rated('own', true)).toContain('erfunden (Demo)');
    expect(rated('own')).toMatch(/^aus 11\.542 Bewertungen Lieferung/);
    expect(html(pageOf(german, { rating: null }))).not.toContain('class="rating"');
  });

  test('missing data of the operator are named, and services only if there are any', () => {
    expect(words(pageOf(german, { isIncomplete: true }))).toContain('Pflichtangaben des Betreibers fehlen');
    expect(words(pageOf(german))).not.toContain('Pflichtangaben');
    const services = (deliveryServices: string[], paymentServices: string[]) =>
      inside(
        html(pageOf(german, { words: { email: null, deliveryServices, paymentServices } })),
        '<footer',
        '</footer>',
      );
    expect(services(['Post'], [])).toMatch(/<h2>Versand<\/h2><ul class="chips"><li>Post</);
    expect(services(['Post'], [])).not.toContain('Zahlung');
    expect(services([], ['Karte'])).toMatch(/<h2>Zahlung<\/h2><ul class="chips"><li>Karte</);
    expect(services([], [])).not.toContain('foot-service');
    const links = editionLinks(german);
    const editionsIn = (count: number) => html(pageOf(german, { editionLinks: links.slice(0, count) }));
    expect([0, 1, 2].map((count) => editionsIn(count).includes('foot-editions'))).toEqual([false, false, true]);
  });

  test('a page of a model offers to keep it, or to return to the own one', () => {
    const linked = (of: Vehicle | null) =>
      inside(html(pageOf(german), of), '<aside class="linked-vehicle"', '</aside>');
    expect(linked(vehicle)).toContain('<template data-own="77">');
    expect(linked(vehicle)).toContain('data-href="/x/y?f=a"');
    expect(linked(vehicle)).toContain('Golf VII übernehmen');
    for (const other of [null, { ...vehicle, model: null }])
      expect(html(pageOf(german), other)).not.toContain('linked-vehicle');
  });

  test('the search keeps the words of its own page', () => {
    const term = (path: string) => /<input[^>]*name="query"[^>]*>/.exec(html(pageOf(german, { path })))?.[0];
    expect(term('/Volltextsuche?query=%C3%B6l')).toContain('value="öl"');
    expect(term('/x?query=%C3%B6l')).not.toContain('öl');
  });
});
