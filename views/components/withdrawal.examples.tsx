import type { Examples } from '../example-data.js';
import { Withdrawal } from './withdrawal.js';

const fields = { name: 'Greta Beispiel', orderId: '4711', email: 'greta@example.com' };

const receipt = {
  step: 'receipt',
  key: 'k',
  number: 'W-1',
  receivedAt: new Date(Date.UTC(2026, 10, 2, 9)),
  fields,
} as const;

export const examples: Examples = {
  'form with mistakes': (
    <Withdrawal model={{ step: 'form', fields: { ...fields, email: 'greta' }, errors: ['name', 'orderId', 'email'] }} />
  ),
  confirm: <Withdrawal model={{ step: 'confirm', fields, key: 'k' }} />,
  receipt: <Withdrawal model={{ ...receipt, isMailed: false }} />,
  'receipt that is mailed': <Withdrawal model={{ ...receipt, isMailed: true }} />,
};
