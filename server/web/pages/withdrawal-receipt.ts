import type { Translate } from '../../../views/formats.js';
import type { WithdrawalModel } from '../../../views/models.js';
import { receiptTimes } from '../../../views/receipt-times.js';
import type { Locale } from '../../contract/locales.js';

type Receipt = Extract<WithdrawalModel, { step: 'receipt' }>;

/**
 * The receipt of a declaration as a text to keep: content, date and time (Directive 2011/83/EU, Article 11a(4)).
 * @param sender who has received it
 */
export function receiptText(
  { fields, number, receivedAt }: Omit<Receipt, 'isMailed'>,
  { t, locale, sender }: { t: Translate; locale: Locale; sender: readonly string[] },
): string {
  const { local, universal } = receiptTimes(receivedAt, locale);
  const title = t('information:withdrawal.receipt');
  const named = (name: 'number' | 'time' | keyof typeof fields, value: string): string[] => [
    t(`information:withdrawal.${name}`),
    `  ${value}`,
  ];
  const lines = [
    title,
    '='.repeat(title.length),
    '',
    ...named('number', number),
    ...named('time', `${local} (${universal})`),
    '',
    t('information:withdrawal.declaration'),
    '',
    ...named('name', fields.name),
    ...named('orderId', fields.orderId),
    ...named('email', fields.email),
    '',
    t('information:withdrawal.notAcceptance'),
    '',
    ...sender,
  ];
  // Lines end as text files and mails end them.
  return `${lines.join('\r\n')}\r\n`;
}
