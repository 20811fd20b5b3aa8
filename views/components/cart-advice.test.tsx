import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Advice, EquivalentPlan as Equivalent, Plan } from '../../server/contract/carts.js';
import { editions } from '../../server/web/routes/editions.js';
import { euros, htmlOf, pageOf, plain } from '../../test/fixtures/views/page.js';
import { vehicle } from '../../test/fixtures/views/pages/article-cart-views.js';
import { category } from '../example-data.js';
import { CartAdvice } from './cart-advice.js';
import { CartPlans } from './cart-plans.js';
import { EquivalentPlan } from './equivalent-plan.js';

const page = pageOf(editions['de-DE']);
const html = (view: ReactNode): string => htmlOf(view, page);
const words = (view: ReactNode): string => plain(html(view)).trim();
const brand = { name: 'Nordwerk', seoName: 'Nordwerk' };
const cart = { cartArticles: [{ id: 'a', title: 'Scheibe', brand, articleNumber: 'NW 1' }] };
const change = { from: 'a', to: '7', shop: 'Nord', sum: euros(7480), previousSum: euros(8000) };
const plan = (more: Partial<Plan> = {}): Plan => ({
  kind: 'cheapest',
  shops: [{ id: '1', name: 'Nord', lines: 2 }],
  sums: { priceSum: euros(7480), refundSum: euros(1), shippingSum: euros(490), priceTotal: euros(7970) },
  deliveryDays: { min: 1, max: 4 },
  saving: euros(520),
  replacements: [change],
  exact: true,
  ...more,
});

test('a plan says what it costs, saves and changes, and sends its replacements', () => {
  const made = <CartPlans cart={cart} plans={[plan()]} />;
  expect(words(made)).toContain(
    'alle Kombinationen geprüft, nur gleiche Marke und Nummer Am günstigsten 79,70 € 1 Paket , alles in 4 Werktagen 5,20 € gespart Scheibe (Nordwerk) von Nord: 74,80 € statt 80,00 € „Am günstigsten“ übernehmen',
  );
  expect(html(made)).toContain(
    '<form action="/api/Warenkorb/Plan" method="post"><input type="hidden" name="locale" value="de-DE"/><input type="hidden" name="replacement" value="a:7"/>',
  );
});

test('a plan draws its parcels, eight at most', () => {
  const drawn = (count: number) => {
    const shops = Array.from({ length: count }, (_, at) => ({ id: `${at}`, name: 'Nord', lines: 1 }));
    return html(<CartPlans cart={cart} plans={[plan({ shops })]} />).match(/<path/g)?.length;
  };
  expect([1, 8, 9].map(drawn)).toEqual([1, 8, 8]);
});

test('a dearer plan says so, and one without a change has no form', () => {
  const asNow = plan({ kind: 'fastest', saving: euros(0), replacements: [], deliveryDays: null });
  const plans = [plan({ kind: 'fewestParcels', saving: euros(-275), exact: false }), asNow];
  const made = <CartPlans cart={cart} plans={plans} />;
  expect(words(made)).toMatch(/beste gefundene Kombinationen.* 2,75 € mehr.*Am schnellsten 79,70 € 1 Paket So ist Ihr/);
  expect(words(made)).not.toContain('gespart');
  expect(html(made).match(/<form/g)).toHaveLength(1);
  expect(words(<CartPlans cart={cart} plans={[asNow]} />)).toBe('');
});

test('other parts are named, and must be confirmed', () => {
  const other = {
    brand: { name: 'Kolbor', seoName: 'Kolbor' },
    articleNumber: 'K 2',
    normNumber: 'K2',
    title: 'Scheibe',
  };
  const replacements = [
    { ...change, part: other },
    { ...change, from: 'b', to: '8', part: null },
  ] as Equivalent['replacements'];
  const made = <EquivalentPlan cart={cart} plan={{ ...plan(), kind: 'equivalent', replacements }} />;
  expect(words(made)).toContain(
    'auf dasselbe Fahrzeug passen. 5,20 € gespart 79,70 € Ersatz für Scheibe (Nordwerk NW 1): Kolbor K 2 von Nord, 74,80 € statt 80,00 € von Nord: 74,80 € statt 80,00 €',
  );
  expect(html(made)).toMatch(
    /action="\/api\/Warenkorb\/Gleichwertig" method="post"><input type="hidden" name="locale" value="de-DE"\/><input type="hidden" name="replacement" value="a:7"\/><input type="hidden" name="replacement" value="b:8"\/>/,
  );
  expect(html(made)).toContain('<input type="checkbox" required="" name="confirmed" value="1"/>');
  const none = <EquivalentPlan cart={cart} plan={null} />;
  expect(words(none)).toContain('nichts sparen');
  expect(html(none)).not.toContain('<form');
});

const set = {
  brand,
  title: 'Satz',
  articleNumber: 'S 1',
  normNumber: 'S1',
  lines: ['a'],
  offerId: '9',
  modelId: '77',
  saving: euros(300),
};
const advice = {
  missing: [{ line: 'a', title: 'Scheibe', category: { ...category, title: 'Beläge' }, vehicle }],
  sets: [set],
} as unknown as Advice;

test('advice counts its entries, leads to them for the car, and names the best saving', () => {
  const shown = (plans: Plan[] | null, about = advice) => (
    <CartAdvice plans={plans} advice={about}>
      Pläne
    </CartAdvice>
  );
  const full = shown([plan(), plan({ saving: euros(-9000) }), plan({ saving: euros(600) })]);
  expect(words(full)).toBe(
    'Vor dem Bestellen (2) 6,00 € sparen Zu „Scheibe“ fehlt noch: Beläge Nordwerk S 1, Satz enthält alles in einem Satz und kostet 3,00 € weniger. Pläne',
  );
  expect(html(full)).toContain('href="/Bremsscheiben/Golf-VII/3-77-1523"');
  expect(html(full)).toContain('href="/Teilenummernsuche/Nordwerk/S1?articleId=9&amp;modelId=77"');
  expect(html(full)).not.toContain('open=""');
  const dear = shown([plan({ saving: euros(-1) })], { missing: [], sets: [] });
  expect(words(dear)).toBe('Vor dem Bestellen Pläne');
  expect(html(dear)).not.toContain('<ul');
  expect(html(shown(null))).toContain('open=""');
});
