import type { Examples } from './example-data.js';
import { Withdrawal } from './withdrawal.js';

const fields = { name: 'Greta Beispiel', orderId: '4711', email: 'greta@example.com' };

export const examples: Examples = {
  'form with mistakes': (
    <Withdrawal model={{ step: 'form', fields: { ...fields, email: 'greta' }, errors: ['name', 'orderId', 'email'] }} />
  ),
  confirm: <Withdrawal model={{ step: 'confirm', fields, key: 'k' }} />,
  receipt: (
    <Withdrawal model={{ step: 'receipt', fields, number: 'W-1', receivedAt: new Date(Date.UTC(2026, 10, 2, 9)) }} />
  ),
};
