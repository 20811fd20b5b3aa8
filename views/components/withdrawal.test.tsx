import { expect, test } from 'vitest';
import { editions } from '../../server/web/routes/editions.js';
import { htmlOf, pageOf, plain } from '../../test/fixtures/views/page.js';
import type { WithdrawalModel } from '../models.js';
import { Withdrawal } from './withdrawal.js';

const fields = { name: 'Kim "K" Muster', orderId: 'B-17', email: 'kim@example.org' };
const html = (model: WithdrawalModel): string => htmlOf(<Withdrawal model={model} />, pageOf(editions['de-DE']));
const hidden = (markup: string): string[] =>
  [...markup.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
    ([, name, value]) => `${name}=${value}`,
  );
const sent = ['name=Kim &quot;K&quot; Muster', 'orderId=B-17', 'email=kim@example.org', 'step=confirm', 'key=k1'];

test('a form keeps what was written, and marks only what is wrong', () => {
  const good = html({ step: 'form', fields, errors: [] });
  expect(good).toContain('value="B-17"');
  expect(good.match(/ required=""/g)).toHaveLength(3);
  expect(good).not.toMatch(/role="alert"|aria-invalid/);
  const wrong = html({ step: 'form', fields, errors: ['email'] });
  expect(plain(wrong)).toMatch(/Bitte prüfen Sie die markierten Angaben\..*wie name@example\.de ein\./);
  expect(wrong.match(/aria-invalid="true"/g)).toHaveLength(1);
  expect(wrong).toContain('aria-invalid="true" aria-describedby="wd-email-fault" name="email"');
});

test('the declaration is shown and confirmed with its key', () => {
  const question = html({ step: 'confirm', fields, key: 'k1' });
  expect(plain(question)).toMatch(
    /Hiermit widerrufe ich .* Ihr Name Kim &quot;K&quot; Muster Bestellnummer B-17 E-Mail-Adresse \S.* kim@example\.org/,
  );
  expect(hidden(question)).toEqual(sent);
});

test('the receipt has its number and time, what was declared, and a copy to store', () => {
  const receipt = {
    step: 'receipt',
    fields,
    key: 'k1',
    number: 'W-5',
    receivedAt: new Date('2026-07-01T22:30:00Z'),
  } as const;
  const mailed = html({ ...receipt, isMailed: true });
  expect(plain(mailed)).toMatch(
    /Nummer der Eingangsbestätigung W-5 Eingegangen am 2\. Juli 2026 um 00:30:00 MESZ \( 1\. Juli 2026 um 22:30:00 UTC \) Hiermit widerrufe .* B-17 .*Eine Kopie geht an kim@example\.org\./,
  );
  expect(mailed).toContain('dateTime="2026-07-01T22:30:00.000Z"');
  expect(hidden(mailed)).toEqual([...sent, 'as=file']);
  expect(plain(html({ ...receipt, isMailed: false }))).not.toContain('Kopie geht');
});
