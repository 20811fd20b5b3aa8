import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { editions } from '../../../server/web/routes/editions.js';
import { euros, htmlOf, pageOf, plain } from '../../../test/fixtures/views/page.js';
import { articleModel, notShipping, offerOf, vehicle } from '../../../test/fixtures/views/pages/article-cart-views.js';
import { isShippable, type ShippableOffer } from '../../offer-texts.js';
import { CustomsNote } from '../law/customs-note.js';
import { BuyBox } from './buy-box.js';
import { OfferHighlights } from './offer-highlights.js';
import { OfferSection } from './offer-section.js';

const page = pageOf(editions['de-DE'], { path: '/part' });
const html = (view: ReactNode): string => htmlOf(view, page);
const words = (view: ReactNode): string => plain(html(view)).trim();
const one = { pieces: 1, packs: 1, packSize: null };
const offers = (...changes: Parameters<typeof offerOf>[1][]): ShippableOffer[] =>
  changes.map((change, index) => offerOf(index, change)).filter(isShippable);
const priced = (goods: number, shipping: number) => ({
  price: euros(goods),
  shipping: euros(shipping),
  totalPrice: euros(goods + shipping),
  amount: { goods: euros(goods), shipping: euros(shipping), total: euros(goods + shipping) },
});

interface Change {
  offer?: Parameters<typeof offerOf>[1] | null;
  wanted?: { pieces: number; packs: number; packSize: number | null };
  article?: Parameters<typeof articleModel>[0];
  isElsewhere?: boolean;
}
function box({ offer = {}, wanted = one, article, isElsewhere = false }: Change = {}): ReactNode {
  const [best = null] = offer ? offers(offer) : [];
  const about = articleModel(article).article;
  return <BuyBox article={about} offer={best} count={8} isElsewhere={isElsewhere} wanted={wanted} page="/own" />;
}

test('the box names total, goods, shipping, shop, and the lowest price of 30 days', () => {
  expect(words(box())).toMatch(
    /^Günstigstes von 8 Angeboten, inkl\. Versand 41,80 € für 1 Stück 38,90 € \+ 2,90 € Versand · Bremsenhaus Kessler Niedrigster Preis der letzten 30 Tage: 37,90 € in 1–2 Werktagen Rücksendung: kostenlos, 14 Tage /,
  );
  expect(html(box())).toContain('href="/Shop/Shop-0#trader"');
});

test('several packs of unknown size count price and deposit for each, and say what is missing', () => {
  const several = box({
    offer: { ...priced(1000, 0), amount: priced(2000, 0).amount, refund: euros(750), lowest30: null, stock: 1 },
    wanted: { pieces: 2, packs: 2, packSize: null },
  });
  expect(words(several)).toMatch(
    /20,00 € für 2 Stück Nur 1 auf Lager, reicht nicht für 2 2 × 10,00 €, versandkostenfrei · Bremsenhaus Kessler Wie viele Stück [^.]*\. Wir rechnen mit einem Stück\. zzgl\. 15,00 € Pfand\. [^.]*\. in 1–2/,
  );
});

test('packs of known size are counted in pieces, and a single piece is no pack', () => {
  const packed = box({ wanted: { pieces: 7, packs: 2, packSize: 4 } });
  expect(words(packed)).toContain('8 Stück = 2 Packungen');
  expect(words(packed)).not.toContain('Wie viele Stück');
  expect(html(packed)).toContain(
    'data-add="4" action="/api/Warenkorb/Hinzufuegen/500?modelId=77&amp;unit=piece" method="post"',
  );
  const single = html(box({ wanted: { pieces: 2, packs: 2, packSize: 1 } }));
  expect(single).toContain('data-add="1" action="/api/Warenkorb/Hinzufuegen/500?modelId=77" method="post"');
  expect(plain(single)).not.toContain('Packung');
});

test('a new quantity keeps the vehicle of the page', () => {
  expect(html(box())).toContain('value="77" name="modelId" formAction="/own" formMethod="get"');
  expect(html(box({ article: { vehicle: null } }))).not.toContain('modelId');
  expect(words(box())).toContain('In den Warenkorb für Golf VII 1.6 TDI');
  const no = { product: { fit: { state: 'no' as const, notes: [], checks: [] } } };
  expect(words(box({ article: no }))).toContain('Trotzdem in den Warenkorb für Golf VII 1.6 TDI');
});

test('without an offer the box says why, and leads to similar parts for the model', () => {
  expect(words(box({ offer: null }))).toMatch(/^Zurzeit nicht erhältlich .*kein Angebot\./);
  expect(words(box({ offer: null, isElsewhere: true }))).toMatch(/^Kein Versand .* Lieferland Deutschland\./);
  expect(html(box({ offer: null }))).toContain('href="/Bremsscheiben/Golf-VII/3-77-1523"');
  const series = { vehicle: { ...vehicle, model: null } };
  expect(html(box({ offer: null, article: series }))).toContain('href="/Bremsscheiben/Alle-Fahrzeuge/--1523"');
});

const days = (min: number, max: number) => ({ deliveryDays: { min, max } });
const returned = (count: number) => ({ returnCost: { paidBy: 'shop' as const, cost: euros(0), days: count } });
const best = (all: readonly ShippableOffer[], folded: readonly ShippableOffer[] = [], packs = 1) => (
  <OfferHighlights offers={all} wanted={{ ...one, packs }} folded={folded} full="/full" />
);
const linksOf = (markup: string): string[][] =>
  [...markup.matchAll(/<a href="([^"]*)"([^>]*)>(.*?)<\/a>/g)].map(([, href = '', rest = '', text = '']) => [
    href + rest,
    plain(text).trim(),
  ]);

test('the best offers in stock are the cheapest, the soonest to arrive, and the longest to return', () => {
  const all = offers(
    { stock: 1, ...days(0, 0), ...returned(99) },
    { stock: null, ...days(3, 4), ...returned(14) },
    { ...days(1, 3), ...returned(30) },
    { ...days(2, 2), ...returned(30) },
    { ...days(2, 2), ...returned(20) },
  );
  expect(linksOf(html(best(all, all.slice(3), 2)))).toEqual([
    ['#o501', '43,17 € Am günstigsten Teilelager Nord'],
    ['/full#o503 data-fragment="more-offers"', 'in 2 Werktagen Am schnellsten, 45,91 € Onderdelenhuis Venlo'],
    ['#o502', '30 Tage Längste Rückgabefrist, 44,54 € Schrauberlager Erfurt'],
  ]);
  expect(html(best(all.slice(0, 3), [], 2))).toBe('');
  expect(linksOf(html(best(all.slice(0, 3))))).toHaveLength(3);
  const tied = offers(days(2, 3), days(1, 3), days(3, 3));
  expect(linksOf(html(best(tied)))[1]?.[0]).toBe('#o501');
  const unknown = all.map((offer) => ({ ...offer, deliveryDays: null }));
  expect(linksOf(html(best(unknown)))).toHaveLength(2);
});

const section = (all: readonly ShippableOffer[], chosenId: string | null = null, wanted = one) => (
  <OfferSection
    shippable={all}
    elsewhere={[notShipping(4)]}
    wanted={wanted}
    product="Nordwerk 1"
    chosenId={chosenId}
    modelId="77"
    full="/full"
  />
);
const rowsOf = (view: ReactNode): string[] =>
  [...html(view).matchAll(/<tr[^>]* id="o\d+">(.*?)<\/tr>/gs)].map(([, row = '']) => plain(row).trim());

test('a row says all that an offer costs, from where it comes, and when it arrives', () => {
  const all = offers(
    { ...priced(3890, 290), refund: euros(1000) },
    { ...priced(4317, 0), stock: 1 },
    { ...priced(4317, 0), lowest30: euros(4000) },
    { shop: { ...offerOf(3).shop, rating: null }, basePrice: { value: euros(778), unit: 'l' } },
  );
  const [first, short, second, abroad] = rowsOf(section(all, '502', { pieces: 2, packs: 2, packSize: null }));
  expect(first).toMatch(
    / Kassel Niedrigster Preis der letzten 30 Tage: 37,90 € 2 × 38,90 € \+ 2,90 € Versand 41,80 € günstigstes zzgl\. 20,00 € Pfand in 1–2 Werktagen Rücksendung: kostenlos, 14 Tage .* In den Korb Trotzdem in den Warenkorb , Bremsenhaus Kessler$/,
  );
  expect(short).toMatch(/ Bremen 2 × 43,17 € versandkostenfrei 43,17 € Nur 1 auf Lager, reicht nicht für 2 keins /);
  expect(second).toMatch(
    / Erfurt Ihre Auswahl Niedrigster Preis der letzten 30 Tage: 40,00 € .* 43,17 € \+1,37 € keins .* kostenlos, 46 Tage/,
  );
  expect(abroad).toMatch(
    /^Onderdelenhuis Venlo Venlo, Niederlande 2 × 43,01 € 7,78 €\/l \+ 2,90 € Versand 45,91 € \+4,11 € /,
  );
  expect(html(section(all))).toContain('aria-label="Menge bei Schrauberlager Erfurt"');
  expect(html(section(all))).toContain('action="/api/Warenkorb/Hinzufuegen/502?modelId=77"');
});

test('the cheapest offer has no mark, and those that stay elsewhere name their country', () => {
  const all = offers({}, {});
  expect(words(section(all, '500'))).not.toContain('Ihre Auswahl');
  expect(words(section(all, '501'))).toContain('Ihre Auswahl');
  expect(words(section(all))).toMatch(/1 Händler liefert nicht .*Ricambi Bellini \(Bergamo, Italien\): 47,28 €$/);
});

test('customs are named where an offer crosses the border of the Union', () => {
  const swiss = { ...offerOf(0).shop, country: 'CH' };
  expect(words(section(offers({ shop: swiss })))).toContain('Zoll');
  expect(words(section(offers({}, {}, {}, {})))).not.toContain('Zoll');
  const crosses = (from: string, country: string) => htmlOf(<CustomsNote from={[from]} />, { ...page, country }) !== '';
  expect([crosses('CH', 'CH'), crosses('DE', 'CH'), crosses('MC', 'DE')]).toEqual([false, true, false]);
});
