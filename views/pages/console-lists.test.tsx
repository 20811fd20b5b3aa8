import { expect, test } from 'vitest';
import type { ConsoleOrders, OfferFaults } from '../../server/contract/console.js';
import type { ConsoleShop } from '../../server/contract/merchant-page.js';
import { euros, expectSoundView, plain } from '../../test/fixtures/views/page.js';
import {
  alertsOf,
  buttonsOf,
  consoleHtml,
  dataReport,
  markedOf,
  merchantFacts,
  notesOf,
  rowsOf,
  sectionOf,
  wordsOf,
} from '../../test/fixtures/views/portal.js';
import { expectRecorded, linesOf } from '../../test/support/recorded.js';

const at = '2026-03-04T05:06:07.000Z';

const offers: OfferFaults = {
  withheld: [{ reason: 'maker', law: 'GPSR Art. 19', offers: 1200 }],
  unsold: [{ reason: 'shipsNowhere', offers: 3400 }],
  first: [{ reason: 'maker', shop: 'Nordteile', offerKey: 'A-1', brand: 'Kelvo', articleNumber: 'K1' }],
  shops: [{ id: 7, name: 'Südteile', missing: ['phone', 'vat_id'], offers: 1500 }],
};

test('offers that are not sold are counted by reason, with the law, and shops by what they lack', async () => {
  const html = consoleHtml({ page: 'offers', offers, failure: null });
  expectSoundView(html);
  await expectRecorded('portals/console-offers', linesOf(html));
  expect(rowsOf(html, 'h-withheld')).toEqual(['Hersteller fehlt GPSR Art. 19 1.200']);
  expect(rowsOf(html, 'h-first')).toEqual(['Kelvo K1 Nordteile · A-1 Hersteller fehlt']);
  expect(rowsOf(html, 'h-unsold')).toEqual(['kein Versand in ein bedientes Land 3.400']);
  expect(rowsOf(html, 'h-shops')).toEqual(['Südteile Es fehlt: Telefon, Umsatzsteuer-ID 1.500 Angebote']);
  expect(sectionOf(html, 'h-withheld')).toContain('Diese Angebote sind gespeichert');
  expect(sectionOf(html, 'h-shops')).toContain('Sie verkaufen nichts, bis diese Angaben da sind.');
  const law = consoleHtml({
    page: 'offers',
    offers: { ...offers, withheld: [{ reason: 'returns', law: 'x', offers: 1 }] },
    failure: null,
  });
  expect(rowsOf(law, 'h-withheld')[0]).toMatch(/^Nicht angegeben, wer/);
});

test('without such offers the page says that no work is left', () => {
  const nothing = { withheld: [], unsold: [], first: [], shops: [] };
  const html = consoleHtml({ page: 'offers', offers: nothing, failure: null });
  expect(sectionOf(html, 'h-withheld')).toContain('<p class="tone-ok">Keine.</p>');
  expect(sectionOf(html, 'h-unsold')).toContain('<p>Keine.</p>');
  expect(sectionOf(html, 'h-shops')).toContain('<p class="tone-ok">Die Angaben aller Händler sind vollständig.</p>');
  expect(sectionOf(html, 'h-first')).toBe('');
  const waiting = consoleHtml({ page: 'offers', offers: null, failure: null });
  expect(waiting).toMatch(/<h1>Angebote<\/h1>.*<a href="\/de-DE\/offers">Neu laden<\/a>/);
  expect(notesOf(consoleHtml({ page: 'offers', offers: null, failure: 'disk full' }))[0]).toContain('disk full');
});

test('searches are listed with language and count, those without results first', async () => {
  const term = { language: 'de', term: 'bremse', times: 1200 } as const;
  const searches = {
    since: '2026-02-03',
    withoutResults: [{ ...term, language: 'fr', term: 'frein' } as const],
    frequent: [term],
  };
  const html = consoleHtml({ page: 'searches', searches });
  expectSoundView(html);
  await expectRecorded('portals/console-searches', linesOf(html));
  expect(plain(html)).toContain('Seit 03.02.2026, nur Begriffe');
  expect([rowsOf(html, 'h-lost'), rowsOf(html, 'h-frequent')]).toEqual([['frein fr 1.200'], ['bremse de 1.200']]);
  expect(html).toContain('<span lang="fr">frein</span>');
  const empty = consoleHtml({ page: 'searches', searches: { ...searches, withoutResults: [], frequent: [] } });
  for (const id of ['h-lost', 'h-frequent']) expect(sectionOf(empty, id)).toContain('Noch kein Suchbegriff.');
});

test('the trail names act, object, time, person and session', async () => {
  const act = { at, session: 'a1b2', person: 'ada@post.example', event: 'withdrawal_handled', what: 'W-1' };
  const html = consoleHtml({ page: 'log', acts: [act, { ...act, person: null, event: 'signed_out', what: null }] });
  expectSoundView(html);
  await expectRecorded('portals/console-log', linesOf(html));
  expect(wordsOf(html, /<li>(.*?)<\/li>/g)).toEqual([
    'Widerruf erledigt W-1 04.03. 05:06 · ada@post.example · a1b2',
    'Abgemeldet 04.03. 05:06 · a1b2',
  ]);
  expect(html.match(/class="number"/g)).toHaveLength(1);
});

const message = { number: 'W-1', receivedAt: at, handledAt: null, locale: 'de-AT' };
const customers: ConsoleOrders = {
  withdrawals: [{ ...message, name: 'Anna <b>', orderId: '4711', email: 'anna@post.example' }],
  dataReports: [dataReport],
  handovers: [{ at, locale: 'de-DE', country: 'FR', lines: 2, total: euros(123_450) }],
};

test('customers’ messages have sender, order and a form that closes each', async () => {
  const html = consoleHtml({ page: 'customers', customers, all: false });
  expectSoundView(html);
  await expectRecorded('portals/console-customers', linesOf(html));
  expect(rowsOf(html, 'h-withdrawals')).toEqual([
    'W-1 Anna &lt;b&gt; · anna@post.example Bestellung 4711 04.03. 05:06 · Österreich Erledigt',
  ]);
  expect(rowsOf(html, 'h-reports')).toEqual([
    'Kelvo K1 Maß oder technischer Wert 288 statt 280 D-1 · 04.03. 05:06 · Frankreich Erledigt',
  ]);
  expect(rowsOf(html, 'h-handovers')).toEqual(['04.03. 05:06 · Frankreich · 2 Positionen 1.234,50 €']);
  expect(html).toContain('href="mailto:anna@post.example"');
  const sent = (id: string): string[] =>
    [...sectionOf(html, id).matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => `${name}=${value}`,
    );
  expect(sent('h-withdrawals')).toEqual(['proof=the-proof', 'kind=withdrawal', 'number=W-1']);
  expect(sent('h-reports')).toEqual(['proof=the-proof', 'kind=dataReport', 'number=D-1']);
  expect(html.match(/action="\/de-DE\/customers"/g)).toHaveLength(2);
  // Readers of the screen hear which message a button closes.
  for (const number of ['W-1', 'D-1']) expect(html).toMatch(new RegExp(`id="${number}".*aria-describedby="${number}"`));
});

test('closed messages have no form, and each view leads to the other', () => {
  const closed = {
    withdrawals: [{ ...message, name: 'A', orderId: '1', email: 'a@b.example', handledAt: at }],
    dataReports: [{ ...dataReport, handledAt: at }],
    handovers: [],
  };
  const html = consoleHtml({ page: 'customers', customers: closed, all: true });
  expect([html.match(/>erledigt 04\.03\. 05:06</g)?.length, html.includes('action="/de-DE/customers"')]).toEqual([
    2,
    false,
  ]);
  expect(html).toContain('href="/de-DE/customers">Nur Offenes zeigen<');
  const open = consoleHtml({
    page: 'customers',
    customers: { ...closed, withdrawals: [], dataReports: [] },
    all: false,
  });
  expect(open).toContain('href="/de-DE/customers?all=1">Auch Erledigtes zeigen<');
  for (const id of ['h-withdrawals', 'h-reports'])
    expect(sectionOf(open, id)).toContain('<p class="tone-ok">Nichts offen.</p>');
  expect(sectionOf(open, 'h-handovers')).toContain('<p>Noch keine Übergabe.</p>');
  // Null withdrawals are those that the role must not see.
  const hidden = consoleHtml({ page: 'customers', customers: { ...closed, withdrawals: null }, all: false }, [
    'catalogue',
  ]);
  expect([sectionOf(hidden, 'h-withdrawals'), rowsOf(hidden, 'h-reports').length]).toEqual(['', 1]);
});

test('merchants are found by name, with place and number of offers', async () => {
  const found = { id: '7', name: 'Nordteile', city: 'Hamburg', country: 'DE', offers: 1500 };
  const html = consoleHtml({
    page: 'shops',
    query: 'nord',
    shops: [found, { ...found, id: '8', city: '', offers: 1 }],
  });
  expectSoundView(html);
  await expectRecorded('portals/console-shops', linesOf(html));
  expect(wordsOf(html, /<li>(.*?)<\/li>/g)).toEqual([
    'Nordteile Hamburg, Deutschland 1.500 Angebote',
    'Nordteile Deutschland 1 Angebot',
  ]);
  expect(html).toContain('<a href="/de-DE/shops/7">Nordteile</a>');
  expect(html).toMatch(
    /action="\/de-DE\/shops".*for="q">Name eines Händlers<.*<input id="q" type="search"[^>]*name="q" value="nord"/,
  );
  expect(html).toContain('maxLength="100"');
  expect(html).not.toContain('role="status"');
  expect(consoleHtml({ page: 'shops', query: 'x', shops: [] })).toContain(
    '<p role="status">Kein Händler gefunden.</p>',
  );
});

const token = {
  id: 'f00d',
  scope: 'offers',
  createdAt: at,
  expiresAt: null,
  usedAt: null,
  isValid: true,
  isInvitation: false,
} as const;
const shopHtml = (
  tokens: ConsoleShop['tokens'],
  mayInvite = true,
  role: 'owner' | 'catalogue' = 'owner',
  link: string | null = null,
) => consoleHtml({ page: 'shop', shop: { ...merchantFacts, tokens }, link, mayInvite }, [role]);

test('a merchant’s tokens tell their age, use and state', async () => {
  const later = '2026-05-06T07:08:09.000Z';
  const html = shopHtml([
    token,
    { ...token, scope: 'read', usedAt: later, isInvitation: true },
    { ...token, expiresAt: later, isValid: false, isInvitation: true },
  ]);
  expectSoundView(html);
  await expectRecorded('portals/console-tokens', linesOf(html));
  expect(rowsOf(html, 'h-tokens')).toEqual([
    'f00d · Angebote ändern Erstellt: 04.03. 05:06 Noch nie benutzt gültig',
    'f00d · nur lesen Erstellt: 04.03. 05:06 Zuletzt benutzt: 06.05. 07:08 Einladung',
    'f00d · Angebote ändern Erstellt: 04.03. 05:06 Noch nie benutzt Gültig bis: 06.05. 07:08 ungültig',
  ]);
  expect(sectionOf(shopHtml([]), 'h-tokens')).toContain('Kein Token.');
  expect(markedOf(html)).toEqual(['Händler']);
  expect(html).toMatch(/href="\/de-DE\/shops">Händler<.*<h1>Nordteile GmbH<\/h1>/);
});

test('only an owner invites, to each scope with fewer than two valid tokens', () => {
  const invitations = (...sent: Parameters<typeof shopHtml>): string[] => buttonsOf(shopHtml(...sent));
  const both = ['scope=read', 'scope=offers'];
  expect(invitations([])).toEqual(both);
  expect(invitations([token, { ...token, isValid: false }, { ...token, scope: 'read' }])).toEqual(both);
  expect(invitations([token, token])).toEqual(['scope=read']);
  const four = [token, token, { ...token, scope: 'read' } as const, { ...token, scope: 'read' } as const];
  expect(shopHtml(four)).not.toContain('action="/de-DE/shops/7"');
  expect(shopHtml([])).toMatch(/action="\/de-DE\/shops\/7".*name="proof"/);
  expect([invitations([], false), invitations([], true, 'catalogue')]).toEqual([[], []]);
  expect([alertsOf(shopHtml([])), shopHtml([]).includes('readOnly')]).toEqual([[], false]);
  expect(shopHtml([], true, 'owner', 'https://portal.example/?token=pmt_1')).toMatch(
    /role="status"><label for="link">Diesen Link schicken Sie dem Händler.*id="link" readOnly="" value="https:\/\/portal\.example\/\?token=pmt_1"/,
  );
});
