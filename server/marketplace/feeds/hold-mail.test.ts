import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { feedOf, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import type { ShopId } from '../program/shop-choice.js';
import { holdMail } from './hold-mail.js';
import { runFeed } from './run-feed.js';

const { dataDir } = importFolder();
const now = new Date('2026-11-25T22:30:00Z');
const preview = { added: 0, changed: 1200, removed: 31, prices: [], removals: [] };
const of = (address: string) => ({ name: 'Teile Nord', address });
const senders = { 'de-DE': of('hilfe@teile.example'), 'fr-FR': of('aide@teile.example') };

/** Composes the mail to the shop Gamma. */
function compose(email: string, country: string, from: Parameters<typeof holdMail>[1] = senders) {
  const writer = new OfferWriter(dataDir(), () => null, testClock);
  writer.commit(() =>
    writer.database.prepare('update shop set email = ?, country = ? where id = 3').run(email, country),
  );
  writer.close();
  return holdMail(dataDir(), from, { name: 'GAMMA' }, { preview }, now);
}

test('a merchant reads in the language of their country what a held file would change', () => {
  const made = compose('shop@gamma.example', 'FR');
  expect(made?.id).toBe('mail_held_3_2026-11-25');
  expect(made?.mail).toMatchObject({ from: senders['fr-FR'], to: 'shop@gamma.example' });
  expect(made?.mail.subject).toBe('Teile Nord : votre fichier d’offres attend une vérification');
  const [greeting, held, counts] = (made?.mail.text ?? '').split('\r\n\r\n');
  expect(greeting).toBe('Bonjour Gamma,');
  expect(held).toMatch(/ du 25 novembre 2026 à 23:30 /);
  expect(counts?.replace(/\s+/g, ' ')).toBe('Voici ce qui changerait : Nouvelles : 0 Modifiées : 1 200 Retirées : 31');
  expect(made?.mail.text).not.toMatch(/[{}]|undefined/);
});

test('the first edition writes to a merchant of a country without one', () => {
  expect(compose('shop@gamma.example', 'PL')?.mail).toMatchObject({
    from: senders['de-DE'],
    text: expect.stringContaining('Guten Tag Gamma,'),
  });
});

test.each([
  ['the shop has no sender', 'shop@gamma.example', {}],
  ['the merchant has no address', '', senders],
  ['the address has two lines', 'shop@gamma.example\nBcc: all@gamma.example', senders],
])('no mail is sent if %s', (_, email, from) => {
  expect(compose(email, 'DE', from)).toBeNull();
});

test('no mail is sent to an unknown shop', () => {
  expect(holdMail(dataDir(), senders, { id: 99 as ShopId }, { preview }, now)).toBeNull();
});

test('a merchant gets mail about a held file, and none about a refused one', async () => {
  compose('shop@gamma.example', 'DE');
  const room = await openFeedRoom(['ops']);
  try {
    const folder = join(dataDir(), 'in');
    mkdirSync(folder);
    const needs = { ...room.needs, dataDir: dataDir(), senders, log: () => {} };
    const sent = async (name: string, wish: object) => {
      const source = { folder: join(folder, name) };
      mkdirSync(source.folder);
      writeFileSync(join(source.folder, 'a.csv'), JSON.stringify(wish));
      utimesSync(join(source.folder, 'a.csv'), 1, 1);
      await runFeed(feedOf(name, '', { shop: 'Gamma', source }), needs, new AbortController().signal);
      const rows = await room.db.selectFrom('outbox').selectAll().execute();
      return rows.map(({ type, target }) => [type, target]);
    };
    expect(await sent('refused', { outcome: 'refused', refusal: 'no', rows: 9, rejected: 8 })).toEqual([
      ['import.refused', 'ops'],
    ]);
    expect(
      await sent('held', { outcome: 'held', refusal: 'It would take off too much.', rows: 50, held: 'name' }),
    ).toEqual([
      ['import.refused', 'ops'],
      ['import.held', 'ops'],
      ['import.held', '@mail'],
    ]);
  } finally {
    await room.stop();
  }
});
