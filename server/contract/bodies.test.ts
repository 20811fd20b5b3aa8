import { expect, test } from 'vitest';
import { type BoundedBody, expectBounds, text, times } from '../../test/support/field-bounds.js';
import { addBody, equivalentBody, generateBody, planBody, quantityBody } from './carts.js';
import { checkoutNote } from './checkout-data.js';
import { dataReportBody } from './data-reports.js';
import { mail } from './mail.js';
import { searchCountsBody } from './search-counts.js';
import { loginBody } from './users.js';
import { withdrawalBody, withdrawalMailBody } from './withdrawals.js';

const replacement = { from: 'line-1', to: '5001' };
const item = { offerId: '5001', quantity: 1 };
const uuid = '8e03978e-40d5-43dd-bc93-6894a57f9324';
const count = { language: 'de', term: 'Öl', searches: 1, withoutResults: 0, corrected: 0 };
const letter = { from: { name: 'N', address: 'n@a.example' }, subject: 'S', text: 'T' };

const bodies: readonly BoundedBody[] = [
  [
    'a new line',
    addBody,
    {},
    {
      quantity: [
        [1, 99, '1', '99'],
        [0, 100, 1.5, -1, '0', '01', '100', '1.5', ''],
      ],
    },
  ],
  ['a quantity', quantityBody, { quantity: 1 }, { quantity: [[99], [undefined, null]] }],
  [
    'a plan',
    planBody,
    { replacements: [replacement] },
    { replacements: [[times(250, replacement)], [[], times(251, replacement), [{ from: 'line-1', to: 'x' }]]] },
  ],
  [
    'an equivalent plan',
    equivalentBody,
    { replacements: [replacement], confirmed: true },
    { confirmed: [[true], [false, undefined]], replacements: [[], [[]]] },
  ],
  [
    'a link',
    generateBody,
    { items: [item], replace: false, skipped: 0 },
    {
      items: [
        [[], times(50, item), [{ ...item, quantity: 9999 }], [{ ...item, modelId: 'm7' }]],
        [times(51, item), [{ ...item, quantity: 0 }], [{ ...item, quantity: 10_000 }], [{ ...item, quantity: 1.5 }]],
      ],
      skipped: [[10_000], [-1, 10_001, undefined]],
      replace: [[true], [undefined]],
    },
  ],
  [
    'a cart for the checkout',
    checkoutNote,
    { id: uuid, lines: 1, pieces: 1, shops: ['3'], priceTotal: 1.5 },
    { id: [[], ['x']], lines: [[99], [0]], pieces: [[99], [0]], shops: [[], [[], ['x']]] },
  ],
  [
    'a report of an error',
    dataReportBody,
    { articleId: '1', article: 'A', reason: 'fit', text: text(5) },
    {
      article: [[text(160)], [text(161)]],
      reason: [['measure', 'number', 'picture', 'text', 'safety', 'other'], ['mood']],
      text: [
        [text(1000), ` ${text(5)} `],
        [text(4), text(1001), '     '],
      ],
      modelId: [[undefined, 'm7'], ['m-7']],
    },
  ],
  [
    'a declaration',
    withdrawalBody,
    { key: uuid, name: 'N', orderId: '1', email: 'n@a.example' },
    {
      key: [[], ['x', undefined]],
      name: [[text(120)], ['', ' ', text(121)]],
      orderId: [[text(80)], [' ', text(81)]],
      email: [[`${text(245)}@a.de.eu`.slice(-254)], ['n@a', 'n.example', 'n @a.example', `${text(250)}@a.de`]],
    },
  ],
  [
    'a receipt by mail',
    withdrawalMailBody,
    { ...letter, number: 'W-4F7K-20QX-0000' },
    { number: [['W-0000-ZZZZ-9999'], ['W-4F7K-20QX', 'D-4F7K-20QX-0000', 'W-4f7k-20qx-0000', 'W-4F7K-20QX-0000-1']] },
  ],
  [
    'a mail',
    mail,
    { ...letter, to: 'b@a.example' },
    {
      from: [
        [{ name: text(120), address: text(254) }],
        [
          { name: text(121), address: 'a' },
          { name: 'a\n', address: 'a' },
        ],
      ],
      to: [[text(254)], ['', text(255), 'a\r\nBcc: b']],
      subject: [[text(200)], ['', text(201), 'S\nBcc: b', 'S\rBcc: b']],
      text: [
        [text(20_000), 'a\nb'],
        ['', text(20_001)],
      ],
    },
  ],
  [
    'a login',
    loginBody,
    { issuer: 'https://a.example', subject: 's' },
    {
      issuer: [[`https://a.example/${text(482)}`], ['a', `https://a.example/${text(483)}`]],
      subject: [[text(255)], ['', text(256)]],
    },
  ],
  [
    'counted searches',
    searchCountsBody,
    { day: '2026-07-15', counts: [count] },
    {
      day: [['2024-02-29'], ['2026-02-29', 'today']],
      counts: [
        [times(10_000, count), [{ ...count, term: text(100) }]],
        [
          [],
          times(10_001, count),
          ...[{ term: '' }, { term: text(101) }, { searches: 0 }, { withoutResults: -1 }, { corrected: -1 }].map(
            (change) => [{ ...count, ...change }],
          ),
        ],
      ],
    },
  ],
];

test.each(bodies)('%s has its bounds', (...body) => expectBounds(body));

test('one piece is added unless a call says more', () => {
  expect(addBody.parse({})).toEqual({ quantity: 1 });
  expect(addBody.parse({ quantity: '12' })).toEqual({ quantity: 12 });
});
