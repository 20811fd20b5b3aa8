import { expect, test } from 'vitest';
import { type BoundedBody, expectBounds, text, times } from '../../test/support/field-bounds.js';
import * as schemas from './console.js';
import { columnMeaning } from './file-preview.js';
import { consoleInviteBody, consoleShopBody, consoleShopsBody } from './merchant-page.js';
import * as merchants from './merchants.js';
import { operations } from './operations/operations.js';

const credential = 'c';

const bodies: readonly BoundedBody[] = [
  [
    'a login at the console',
    schemas.consoleSignInBody,
    { credential },
    {
      credential: [[text(500)], ['', text(501), undefined]],
      by: [[text(254)], ['', text(255)]],
      roles: [
        [['read'], ['owner', 'support']],
        [[], ['admin']],
      ],
    },
  ],
  [
    'a report at the console',
    schemas.consoleReportBody,
    { credential, name: text(8) },
    {
      name: [
        [text(100), 'a-b_c.d1'],
        [text(7), text(101), '../../etc/x', 'a b c d e'],
      ],
    },
  ],
  [
    'a file at the console',
    schemas.consoleFileBody,
    { credential, shop: 'S', mode: 'full', content: 'YQ==' },
    {
      shop: [[text(200)], ['', ' ', text(201)]],
      mode: [
        ['update', 'partial'],
        ['all', undefined],
      ],
      content: [
        [text(5_592_408), 'a+/='],
        ['', text(5_592_409), 'a b', 'a===', '==', '=a', 'a-_'],
      ],
    },
  ],
  [
    'an upload at the console',
    schemas.consoleUploadBody,
    { credential, id: text(8) },
    {
      id: [
        [text(64), 'a-b_c-d1'],
        [text(7), text(65), 'a.b.c.d.e'],
      ],
    },
  ],
  [
    'a held feed',
    schemas.consoleHeldBody,
    { credential, name: 'feed-1', act: 'approve' },
    {
      name: [[text(80)], ['', text(81), 'a.b', 'a/b']],
      act: [
        ['keepNewer', 'overwrite', 'drop'],
        ['keep', undefined],
      ],
    },
  ],
  [
    'a case of a customer',
    schemas.consoleCaseBody,
    { credential, kind: 'withdrawal', number: 'W-ABC1' },
    {
      kind: [['dataReport'], ['order']],
      number: [
        ['D-A-B1', `W-${'A'.repeat(40)}`],
        ['W-ABC', 'X-ABC1', `W-${'A'.repeat(41)}`, 'w-abc1'],
      ],
    },
  ],
  ['cases of customers', schemas.consoleOrdersBody, { credential, all: false }, { all: [[true], [undefined, '1']] }],
  ['a search for texts', schemas.consoleTextsBody, { credential, query: '' }, { query: [[text(100)], [text(101)]] }],
  [
    'texts of a subject',
    schemas.consoleCorrectBody,
    { credential, kind: 'category', id: 1, texts: [] },
    {
      kind: [['product', 'shop'], ['brand']],
      id: [[2], [0, -1, 1.5]],
      texts: [
        [
          times(40, { field: 'title', language: 'de', text: null }),
          [{ field: text(20), language: '', text: text(200_000) }],
        ],
        [
          times(41, { field: 'title', language: 'de', text: null }),
          [{ field: text(21), language: 'de', text: null }],
          [{ field: 'title', language: 'en', text: null }],
          [{ field: 'title', language: 'de', text: text(200_001) }],
        ],
      ],
    },
  ],
  ['a search for merchants', consoleShopsBody, { credential, query: '' }, { query: [[text(100)], [text(101)]] }],
  ['a merchant', consoleShopBody, { credential, id: '1' }, { id: [['9'.repeat(9)], ['', 'x', '9'.repeat(10)]] }],
  [
    'an invitation',
    consoleInviteBody,
    { credential, id: '1', scope: 'read' },
    { scope: [['offers'], ['all', undefined]] },
  ],
  ['a call of a merchant', merchants.merchantCall, { credential }, { credential: [[text(120)], ['', text(121)]] }],
  [
    'an offer',
    merchants.namedOffer,
    { key: 'A-1' },
    {
      key: [
        [text(64), ` ${text(64)} `],
        ['', ' ', text(65), 'a\u0000b', undefined],
      ],
      delete: [[true], [false]],
      brand: [
        [text(120), ''],
        [text(121), 'a\nb'],
      ],
      number: [[text(120)], [text(121), 'a\tb']],
      gtin: [
        ['12345678', '12345678901234'],
        ['1234567', '123456789012345', '1234567x'],
      ],
      price: [
        [0.01, 0.5, 41.8, 1_000_000],
        [0, 0.001, 1.234, 1_000_000.01, '1'],
      ],
      stock: [
        [0, 1_000_000, null],
        [-1, 1_000_001, 1.5],
      ],
      condition: [['new', 'remanufactured', 'used'], ['broken']],
      handling: [
        [
          [0, 0],
          [0, 99],
        ],
        [[0, 100], [-1, 1], [1], [0.5, 1]],
      ],
      surcharge: [
        [0, 1_000_000, null],
        [-0.01, 1_000_000.01],
      ],
      deposit: [
        [0, 1_000_000, null],
        [-0.01, 1.234],
      ],
      lowest30: [[0.01, null], [0]],
      preis: [[], [1]],
    },
  ],
  [
    'an import',
    merchants.merchantImportBody,
    { credential, mode: 'update', isDryRun: false, source: 'batch', offers: [{ key: 'A-1' }] },
    {
      offers: [
        [times(500, { key: 'A-1' }), undefined],
        [[], times(501, { key: 'A-1' })],
      ],
      source: [
        ['offer', 'file'],
        ['feed', 'terms'],
      ],
      isDryRun: [[true], [undefined]],
    },
  ],
  [
    'terms of a merchant',
    merchants.merchantTermsBody,
    { credential, shipping: 'DE 5', returnPayer: 'shop', returnCost: '', returnDays: '30' },
    {
      shipping: [[text(4000)], ['', text(4001)]],
      returnPayer: [['buyer'], ['nobody']],
      returnCost: [[text(20)], [text(21)]],
      returnDays: [['', '365'], ['1000']],
    },
  ],
  [
    'a search for offers',
    merchants.merchantOffersBody,
    { credential, key: '', isExact: false },
    { key: [[text(64)], [text(65)]], isExact: [[true], [undefined]], after: [[undefined, text(64)], [text(65)]] },
  ],
  [
    'a file that is read again',
    merchants.merchantRepeatBody,
    { credential, id: text(8), act: 'preview', mode: 'full', meanings: [] },
    {
      act: [['save', 'import'], ['drop']],
      meanings: [
        [times(200, null), [text(40)]],
        [times(201, null), [text(41)]],
      ],
    },
  ],
  ['a column', columnMeaning, { header: '', meaning: null }, { header: [[text(120)], [text(121)]] }],
];

test.each(bodies)('%s has its bounds', (...body) => expectBounds(body));

test('a body may be as long as the largest file, and texts as long as all of them', () => {
  expect([merchants.maxFileBytes, merchants.maxCallBytes]).toEqual([4_194_304, 5_608_792]);
  for (const id of ['merchantImport', 'consoleFile'] as const)
    expect(operations[id].maxBodyBytes).toBe(merchants.maxCallBytes);
  expect(operations.consoleCorrect.maxBodyBytes).toBe(1_500_000);
});
