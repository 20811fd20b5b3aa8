import { expect, test } from 'vitest';
import type { MerchantPage } from '../../server/contract/merchant-page.js';
import { euros, expectSoundView, plain } from '../../test/fixtures/views/page.js';
import {
  alertsOf,
  dataReport,
  feed,
  merchantFacts,
  merchantHtml,
  rowsOf,
  sectionOf,
  wordsOf,
} from '../../test/fixtures/views/portal.js';
import { expectRecorded, linesOf } from '../../test/support/recorded.js';
import type { RefusedTerms } from './merchant-terms.js';

const shopHtml = (
  change: Partial<MerchantPage> = {},
  mayWrite = true,
  refused: RefusedTerms | null = null,
  isSaved = false,
): string => merchantHtml({ page: 'shop', shop: { ...merchantFacts, ...change }, refused, isSaved }, mayWrite);
const read = (change: Partial<MerchantPage>): string => shopHtml(change, false);
const returnsOf = (change: Partial<MerchantPage['returns']>): string =>
  plain(sectionOf(read({ returns: { ...merchantFacts.returns, ...change } }), 'h-returns')).trim();

test('contact, offers by reason and open reports of a merchant', async () => {
  const html = shopHtml({ feeds: [feed], dataReports: [dataReport] });
  expectSoundView(html);
  await expectRecorded('portals/merchant-shop', linesOf(html));
  expect(rowsOf(html, 'h-contact')).toEqual([
    'Am Hafen 1, 20457 Hamburg, Deutschland Anschrift',
    '+49 40 1 Telefon',
    'hallo@nordteile.example E-Mail',
    'HRB 1 Register',
    'DE123456789 USt-IdNr.',
  ]);
  expect(rowsOf(html, 'h-unsold')).toEqual(['Im Verkauf 1.234', 'Wird nicht verkauft: Hersteller fehlt 5']);
  expect(rowsOf(html, 'h-got')).toHaveLength(1);
  expect(rowsOf(html, 'h-reports')[0]).toContain('Kelvo K1');
  const bare = shopHtml();
  for (const id of ['h-got', 'h-reports', 'h-days']) expect(sectionOf(bare, id)).toBe('');
});

test('missing contact is marked, and an address needs its street', () => {
  const { trader } = merchantFacts;
  const html = shopHtml({ trader: { ...trader, street: null, phone: null, vatId: null } });
  expect(rowsOf(html, 'h-contact').map((row) => row.startsWith('nicht angegeben'))).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
  expect(sectionOf(html, 'h-contact').match(/class="tone-bad"/g)).toHaveLength(3);
  const partly = shopHtml({ trader: { ...trader, postcode: null } });
  expect(rowsOf(partly, 'h-contact')[0]).toBe('Am Hafen 1, Hamburg, Deutschland Anschrift');
  const short = shopHtml({ trader: { ...trader, postcode: null, city: null } });
  expect(rowsOf(short, 'h-contact')[0]).toBe('Am Hafen 1, Deutschland Anschrift');
});

test('the figures of a merchant are carts and checkouts alone', () => {
  const html = shopHtml({ days: [{ day: '2026-03-02', added: 4, handovers: 1 }] });
  expect(wordsOf(sectionOf(html, 'h-days'), /<figcaption>(.*?)<\/figcaption>/g)).toEqual([
    'In Warenkörbe gelegt',
    'An die Kasse übergeben',
  ]);
  expect(sectionOf(html, 'h-days')).toContain('>Letzte 30 Tage</h2>');
  expect(plain(html)).toContain('In 30 Tagen: 1. Höchster Tag: 02.03.2026 mit 1.');
});

test('a reader of terms learns who pays for a return, and each tariff', () => {
  expect(returnsOf({})).toMatch(/Rückgabe innerhalb von 30 Tagen; die Rücksendung kostet den Käufer 6,40 €\.$/);
  expect(returnsOf({ cost: null })).toMatch(/30 Tagen; der Käufer zahlt die Rücksendung\.$/);
  expect(returnsOf({ paidBy: 'shop', cost: euros(0) })).toMatch(/der Händler zahlt die Rücksendung\.$/);
  expect(returnsOf({ paidBy: null, cost: null })).toMatch(/Nicht angegeben, wer die Rücksendung zahlt\./);
  const tones = [null, 'shop' as const].map((paidBy) =>
    sectionOf(read({ returns: { paidBy, cost: null, days: 14 } }), 'h-returns').includes('tone-bad'),
  );
  expect(tones).toEqual([true, false]);
  expect(rowsOf(read({}), 'h-tariffs')).toEqual([
    'Deutschland 1–3 Werktage kostenlos ab 80,00 € 4,95 €',
    'Österreich 2 Werktage 11,00 €',
  ]);
  expect(sectionOf(read({ countries: [] }), 'h-tariffs')).toContain('liefert in kein Land des Marktplatzes');
});

test('only a token that may write gets the form of terms, in place of the reader’s view', () => {
  const ids = ['h-terms', 'h-returns', 'h-tariffs'];
  const shown = (html: string): boolean[] => ids.map((id) => sectionOf(html, id) !== '');
  expect([shown(shopHtml()), shown(read({}))]).toEqual([
    [true, false, false],
    [false, true, true],
  ]);
});

const fieldOf = (html: string, name: string): string | undefined =>
  new RegExp(`<input(?=[^>]* name="${name.replace('.', '\\.')}")[^>]* value="([^"]*)"`).exec(html)?.[1];
const payerOf = (html: string): string | undefined =>
  /name="payer"(?=[^>]* checked="")[^>]* value="(\w+)"/.exec(html)?.[1];
const fields = [
  'cost',
  'days',
  'tariff.DE',
  'free.DE',
  'from.DE',
  'to.DE',
  'tariff.AT',
  'free.AT',
  'from.AT',
  'to.AT',
  'tariff.new',
];

test('the form has the stored terms, in the format that people type', () => {
  const html = sectionOf(shopHtml(), 'h-terms');
  expect(fields.map((name) => fieldOf(html, name))).toEqual([
    '6,40',
    '30',
    '4,95',
    '80,00',
    '1',
    '3',
    '11,00',
    '',
    '2',
    '2',
    '',
  ]);
  expect([payerOf(html), alertsOf(html)]).toEqual(['buyer', []]);
  expect(html).toMatch(/action="\/de-DE\/shop"/);
  // Only a buyer who pays has a cost.
  const free = shopHtml({ returns: { paidBy: 'shop', cost: euros(640), days: 14 } });
  expect([payerOf(free), fieldOf(free, 'cost'), fieldOf(free, 'days')]).toEqual(['shop', '', '14']);
  const unknown = shopHtml({ returns: { paidBy: null, cost: null, days: 14 } });
  expect([payerOf(unknown), fieldOf(unknown, 'cost')]).toEqual([undefined, '']);
  expect(fieldOf(shopHtml({ returns: { paidBy: 'buyer', cost: null, days: 14 } }), 'cost')).toBe('');
});

test('each country has a row with labels, and another one can be added', () => {
  const html = sectionOf(shopHtml(), 'h-terms');
  expect(wordsOf(html, /<legend>(.*?)<\/legend>/g)).toEqual([
    'Wer bezahlt die Rücksendung?',
    'Deutschland',
    'Österreich',
    'Weiteres Land',
  ]);
  expect(wordsOf(html, /<label for="\w+\.AT">(.*?)<\/label>/g)).toEqual([
    'Versand, Euro',
    'kostenlos ab, Euro',
    'Werktage, von',
    'bis',
  ]);
  expect(wordsOf(html, /<label class="portal-check">(.*?)<\/label>/g)).toEqual([
    'Sie, der Händler',
    'die Käuferin oder der Käufer',
  ]);
  expect(wordsOf(html, /<label for="(?:cost|days)">(.*?)<\/label>/g)).toEqual([
    'Kosten einer Rücksendung, Euro (leer: unbekannt)',
    'Rückgabe innerhalb von Tagen (mindestens 14)',
  ]);
  const choice = [...html.matchAll(/<option value="(\w*)"/g)].map(([, code]) => code);
  expect([choice[0], choice.includes('FR'), choice.includes('DE'), choice.includes('AT')]).toEqual([
    '',
    true,
    false,
    false,
  ]);
  expect(html).toContain('<option value="FR">Frankreich</option>');
  expect(html.match(/<select /g)).toHaveLength(1);
  expect(html).toContain('<select name="country" aria-label="Weiteres Land">');
  expect(html.match(/<input (?=[^>]*maxLength="20")(?=[^>]*inputMode="decimal")/g)).toHaveLength(14);
  expect(html.match(/<input (?=[^>]*type="radio")(?=[^>]*required="")/g)).toHaveLength(2);
});

test('refused terms are shown as they were sent, with the reason', () => {
  const sent = (name: string): string => ({ payer: 'shop', 'tariff.DE': 'viel', country: 'FR' })[name] ?? '';
  const html = sectionOf(shopHtml({}, true, { alert: 'Nicht gespeichert.', sent }), 'h-terms');
  expect(alertsOf(html)).toEqual(['Nicht gespeichert.']);
  expect([payerOf(html), fieldOf(html, 'tariff.DE'), fieldOf(html, 'cost')]).toEqual(['shop', 'viel', '']);
  expect(html).toContain('<option value="FR" selected="">');
  expect(alertsOf(shopHtml({}, true, null, true))).toEqual(['Die neuen Bedingungen gelten ab sofort.']);
});
