import { expect, test } from 'vitest';
import type { Attribute, FitCheck, ProductDetail } from '../../server/contract/articles.js';
import { editions } from '../../server/web/routes/editions.js';
import { htmlOf, pageOf, plain } from '../../test/fixtures/views/page.js';
import { articleModel, notShipping, offersOf } from '../../test/fixtures/views/pages/article-cart-views.js';
import type { ArticleModel } from '../models.js';
import { ArticleView } from './article.view.js';

const page = pageOf(editions['de-DE'], { path: '/Teilenummernsuche/Nordwerk/NW2882551' });
type Choice = Parameters<typeof articleModel>[0];
const html = (choice: Choice = {}, change: Partial<ArticleModel> = {}): string =>
  htmlOf(<ArticleView model={articleModel(choice, change)} />, page);
const words = (...of: Parameters<typeof html>): string => plain(html(...of));
/** Labels of the data below the drawing, and of those beside it. */
const dataOf = (markup: string): string[][] => {
  const [facts = '', rest = ''] = (markup.split('class="article-facts"')[1] ?? '').split('article-rest');
  const [box = ''] = rest.split('id="offers"');
  return [facts, box].map((part) => [...part.matchAll(/<th scope="row">(\w+)</g)].map(([, label = '']) => label));
};
const facts = (count: number, letters = 0): Attribute[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ key: `k${at}`, label: `L${at}`, value: '1', unit: null, letter: at >= count - letters ? 'A' : null },
  }));
const labels = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, at) => `L${from + at}`);
const about = (attributes: Attribute[], product: Partial<ProductDetail> = {}, offers = 8): string[][] =>
  dataOf(html({ product: { attributes, ...product }, offers: offersOf(offers) }));
const check: FitCheck = { key: 'grade', label: 'G', value: '1', unit: null, what: 'approval', state: 'unknown' };
const universal = { isUniversal: true, fit: { state: 'universal' as const, notes: [], checks: [] } };

test('long data continue beside the offers; measures stay with the drawing of their letters', () => {
  expect(about(facts(6))).toEqual([labels(0, 6), []]);
  expect(about(facts(7))).toEqual([labels(0, 6), ['L6']]);
  expect(about(facts(8, 3))).toEqual([labels(5, 8), labels(0, 5)]);
  expect(about(facts(7), { goods: ['oil'] })).toEqual([labels(0, 7), []]);
  expect(about(facts(7), { fit: { ...universal.fit, checks: [check] } })).toEqual([labels(0, 7), []]);
  expect(about(facts(3), universal, 2)).toEqual([[], labels(0, 3)]);
  expect(about(facts(3), universal, 3)).toEqual([labels(0, 3), []]);
  expect(about(facts(3, 1), universal, 2)).toEqual([labels(0, 3), []]);
});

test('notices of the goods stand once, also where the data are short', () => {
  for (const [count, checks] of [
    [3, [check]],
    [4, [check]],
    [3, []],
  ] as const) {
    const fit = { ...universal.fit, checks: [...checks] };
    const markup = html({ product: { attributes: facts(count), goods: ['oil'], fit } });
    expect(markup.split('Altöl kostenlos zurückgeben')).toHaveLength(2);
    const isBelow = markup.indexOf('Altöl kostenlos') < markup.indexOf('article-rest');
    expect([count, isBelow]).toEqual([count, count < 4 && checks.length > 0]);
  }
});

test('links to the sections in full keep offer, vehicle and an unusual quantity', () => {
  const link = (change: Partial<ArticleModel>): string | undefined =>
    /href="([^"#]*)#report"/.exec(html({}, change))?.[1]?.replaceAll('&amp;', '&');
  const path = '/Teilenummernsuche/Nordwerk/NW2882551';
  expect(link({})).toBe(`${path}?modelId=77&show=report`);
  expect(link({ highlightedOfferId: '503', pieces: 4 })).toMatch(/articleId=503&modelId=77&quantity=4&show=report$/);
  expect(html({}, { show: 'report', pieces: 4 })).toContain('quantity=4&amp;show=report#report" method="post"');
  expect(html()).toContain('href="/Bremsscheiben/Golf-VII/3-77-1523?show=compare&amp;ids=9#liste"');
});

test('the box has the first offer that ships, and counts only those', () => {
  const offers = offersOf(3);
  const [first] = offers;
  const abroad = first && { ...first, shipping: null, totalPrice: null, amount: null };
  const text = words({ offers: [...(abroad ? [abroad] : []), ...offers.slice(1)] });
  expect(text).toContain('Günstigstes von 2 Angeboten, inkl. Versand 43,17 €');
  expect(text).toContain('1 Händler liefert nicht');
  expect(words({}, { offers: null })).toContain('Die Angebote lassen sich gerade nicht laden');
  expect(words({}, { offers: null })).not.toContain('Zurzeit nicht erhältlich');
  const packs = { packs: 2, offers: offersOf(1), shops: [] };
  expect(words({ product: { packSize: 4 } }, { offers: packs, pieces: 7 })).toContain('für 2 Packungen (8 Stück)');
});

test('sections appear where there is something to say', () => {
  const bare = html({ product: { ...universal } }, { oeNumbers: [], fittingVehicles: [] });
  for (const id of ['oe', 'vehicles', 'picker']) expect(bare).not.toContain(`id="h-${id}"`);
  const full = html();
  for (const id of ['oe', 'vehicles', 'picker', 'related', 'offers', 'maker']) expect(full).toContain(`id="h-${id}"`);
  expect(plain(full)).toContain('Passende Fahrzeuge');
  // Empty until a part was added.
  expect(full).toMatch(/<section (?=[^>]* hidden="")[^>]*data-goes-with="9"/);
  expect(words({ product: universal })).toContain('Vom Hersteller genannte Fahrzeuge');
  const related = articleModel();
  expect(
    htmlOf(<ArticleView model={{ ...related, article: { ...related.article, related: [] } }} />, page),
  ).not.toContain('id="h-related"');
  expect(html({ offers: [] })).not.toContain('id="h-offers"');
  expect(html({ offers: [notShipping(1)] })).toContain('id="h-offers"');
  expect(html({}, { oeNumbers: [{ manufacturer: 'VW', numbers: ['1'] }] })).toContain('id="h-oe"');
  const recall = { at: '2026-03-02', reason: 'Riss', url: null };
  expect(words({ product: { recall } as Partial<ProductDetail> })).toContain('Dieses Teil wird hier seit 02.03.2026');
  expect(full).not.toContain('Aus dem Verkauf genommen');
  expect(
    words({
      product: {
        durability: { years: 5, producer: 'N', model: 'M', terms: 'https://t.example/' },
      } as Partial<ProductDetail>,
    }),
  ).toContain('Haltbarkeitsgarantie des Herstellers: 5 Jahre');
});
