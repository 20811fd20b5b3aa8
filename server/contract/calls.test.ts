import { expect, test } from 'vitest';
import { offer, product, shop } from '../../test/doubles/marketplace/entities.js';
import * as articles from './articles.js';
import * as carts from './carts.js';
import { consoleWho } from './console.js';
import { mayDo } from './console-rights.js';
import { countries, country } from './countries.js';
import { offerChanges } from './offer-changes.js';
import { offer as offerSchema, reduction } from './offers.js';
import type { Operation } from './operations/operation.js';
import { type OperationId, operations } from './operations/operations.js';
import { problemFacts } from './problem.js';
import { rating, review } from './reputation.js';
import { isMarkup, languagesOf, longestText } from './text-overrides.js';
import { vatRate } from './vat.js';

const text = (length: number): string => 'x'.repeat(length);
const ids = (length: number): string => Array.from({ length }, (_, index) => String(index + 1)).join();

test.each<[OperationId, 'params' | 'query', string, accepted: unknown[], refused: unknown[]]>([
  ['cart', 'query', 'besideMs', [undefined, '1', '60000'], ['0', '60001', '1.5', 'x']],
  ['cart', 'query', 'handover', ['1'], ['0']],
  ['cartAdd', 'query', 'unit', ['pack', 'piece'], ['box']],
  ['cartShipping', 'query', 'quantity', ['1', '99'], ['0', '100', '1.5']],
  ['offers', 'query', 'quantity', ['1', '99'], ['0', '100', '1.5']],
  ['listing', 'query', 'page', ['1', '10000'], ['0', '10001', '1.5']],
  ['listing', 'query', 'f', [text(8192)], [text(8193)]],
  ['listing', 'query', 'sort', ['popularity', 'price', 'price-desc', 'rating', 'delivery'], ['name']],
  ['listing', 'query', 'locale', ['de-AT', undefined], ['en-GB']],
  ['listing', 'query', 'country', ['CH', undefined], ['US', 'de']],
  ['listing', 'params', 'tail', [text(80)], [text(81)]],
  ['searchProducts', 'query', 'pageSize', ['1', '60'], ['0', '61']],
  ['searchProducts', 'query', 'productsOnly', ['0', '1'], ['2']],
  ['fullText', 'query', 'exact', ['1'], ['0']],
  ['fullText', 'query', 'type', ['1', '2', '3'], ['4']],
  ['fits', 'query', 'ids', ['1', ids(60)], ['', ids(61), '01', 'x', '1,', undefined]],
  ['comparison', 'query', 'ids', [ids(4)], ['', ids(5)]],
  ['picture', 'params', 'name', ['ab', text(32)], ['a', text(33), 'a1', '../a']],
  ['picture', 'query', 'a', [text(512), undefined], [text(513)]],
  ['picture', 'query', 'small', ['1', undefined], ['0']],
  ['photograph', 'params', 'content', [text(12)], [text(11), text(13), '../../../abc']],
  ['article', 'params', 'number', ['K1', 'X'.repeat(40)], ['', 'k1', 'X'.repeat(41), 'K 1']],
  ['manufacturers', 'query', 'limit', ['1', '500', undefined], ['0', '501']],
  ['manufacturers', 'query', 'exclude', ['1', ids(100), undefined], ['', ids(101), '1,', '9'.repeat(16)]],
  ['hsntsn', 'params', 'keys', ['0603BGU', '0603bgu'], ['0603BG', '0603BGUX', '0603 BGU']],
  [
    'license',
    'params',
    'plate',
    ['AA-123-ZZ', 'aa 123 zz', '1234-ABC-75'],
    ['AA-12-ZZ', 'A-123-ZZ', '12345-ABC-75', ''],
  ],
  ['feeds', 'query', 'shop', [undefined, text(200)], [text(201)]],
  ['directory', 'params', 'kind', ['manufacturers', 'articles', 'shops'], ['people']],
  ['shopText', 'params', 'text', ['terms', 'policy'], ['imprint']],
])('%s: bounds of %s %s', (id, place, name, accepted, refused) => {
  const schema = (operations[id] as Operation)[place]?.shape[name];
  const isAccepted = (value: unknown): boolean => schema?.safeParse(value).success ?? false;
  expect(accepted.filter((value) => !isAccepted(value))).toEqual([]);
  expect(refused.filter(isAccepted)).toEqual([]);
});

test.each<[OperationId, object, object]>([
  ['offers', { sparePartId: '9001' }, { locale: 'de-DE', country: 'DE', quantity: 1 }],
  ['cartShipping', { sparePartId: '9001' }, { quantity: 1 }],
  ['listing', {}, { page: 1, sort: 'popularity' }],
  ['listing', { kbaTypeId: 'x', hsntsn: '1' }, { kbaTypeId: undefined, hsntsn: undefined }],
  ['searchProducts', {}, { page: 1, sort: 'popularity', pageSize: 20 }],
  ['directory', {}, { page: 1 }],
  ['cartAdd', {}, { unit: 'pack' }],
  ['offers', { sparePartId: '9001', deliveryCountry: 'US' }, { deliveryCountry: undefined }],
  ['suggestions', {}, { query: '' }],
  ['picture', {}, { a: '' }],
])('%s with %j means %j', (id, sent, meant) => {
  expect((operations[id] as Operation).query?.parse(sent)).toMatchObject(meant);
});

test('a plate and a key are looked up in one spelling', () => {
  expect(operations.license.params.parse({ plate: 'aa-123-zz' })).toEqual({ plate: 'AA123ZZ' });
  expect(operations.hsntsn.params.parse({ keys: '0603bgu' })).toEqual({ keys: '0603BGU' });
});

test('personal and private calls are never cached, and strangers may not make them', () => {
  const all = Object.entries(operations) as [OperationId, Operation][];
  const lookups: OperationId[] = ['hsntsn', 'license', 'dutchPlate', 'vin', 'nationalCode'];
  for (const [id, { service, cache, isTrusted, method }] of all) {
    const isPrivate = service === 'state' || lookups.includes(id);
    expect([id, cache === 'never']).toEqual([id, isPrivate]);
    expect([id, isTrusted === true]).toEqual([id, service === 'state' || id === 'offers']);
    if (method === 'POST') expect([id, service]).toEqual([id, 'state']);
  }
  const offered = all.filter(([, { cache }]) => cache === 'offers').map(([id]) => id);
  expect(offered).toEqual(
    expect.arrayContaining([
      'offers',
      'reduction',
      'recommendation',
      'comparison',
      'priceHistory',
      'article',
      'listing',
    ]),
  );
  expect(offered).toEqual(expect.arrayContaining(['partNumber', 'fullText', 'searchProducts', 'shop', 'brand']));
  expect(all.filter(([, { cache }]) => cache === 'picture').map(([id]) => id)).toEqual(['picture', 'photograph']);
});

test('answers of an older marketplace lack what is new', () => {
  expect(articles.product.parse(product)).toMatchObject({ seller: null, guaranteeYears: null });
  expect(articles.fit.parse({ state: 'fits', notes: [] })).toEqual({ state: 'fits', notes: [], checks: [] });
  const line = carts.cartArticle.shape.taxClass;
  expect([line.parse(undefined), articles.productDetail.shape.taxClass.parse(undefined)]).toEqual([
    'standard',
    'standard',
  ]);
  const undo = { id: 'u', kind: 'plan', changed: true, skipped: 2 };
  expect(carts.cartUndo.parse(undo)).toEqual({ ...undo, capped: 0, removed: null, removedLine: null });
  const none = { products: [], best: [], leaves: [], shops: [] };
  expect(offerChanges.parse({ offers: 'e.1', all: false, assortment: false, ...none }).texts).toEqual({
    category: [],
    trader: [],
    name: [],
  });
  const said = { comment: 'Gut', mark: 5, creationDate: null };
  expect(review.parse(said)).toEqual({ ...said, author: '', isVerified: false });
});

test('what may be unknown is null', () => {
  const without = { ...product, offerId: null, lowestPrice: null, lowestTotal: null, deliveryDays: null, ean: null };
  expect(articles.product.safeParse(without).error).toBeUndefined();
  const unrated = {
    ...offer,
    shop: { ...shop, rating: null },
    shipping: null,
    totalPrice: null,
    amount: null,
    stock: null,
  };
  expect(offerSchema.safeParse({ ...unrated, returnCost: { ...offer.returnCost, cost: null } }).error).toBeUndefined();
  expect(consoleWho.parse({ by: null, roles: ['owner'] })).toEqual({ by: null, roles: ['owner'] });
  expect(consoleWho.safeParse({ by: 'Ada', roles: [] }).success).toBe(false);
  expect(rating.parse({ shop: null })).toEqual({ shop: null });
});

test('a list says which parameters it ignored and which sizes it has', () => {
  const measure = { label: '288×25', place: null, notes: [], count: 2, isActive: false, chosen: [], drawing: null };
  const answer = {
    country: 'DE',
    isUniversal: false,
    spareParts: [],
    resultCount: 0,
    availablePageCount: 0,
    page: 1,
    sort: 'price',
    filters: [],
    measures: [measure],
    approved: { count: 1, isActive: true, chosen: [{ key: 'approval', value: '504' }] },
    ignored: ['f:brand=9'],
  };
  expect(articles.listing.parse(answer)).toEqual(answer);
});

test('marks, reductions and reported rows are within their bounds', () => {
  const isMark = (mark: number): boolean => review.safeParse({ comment: '', mark, creationDate: null }).success;
  expect([0, 1, 5, 6].map(isMark)).toEqual([false, true, true, false]);
  const isRating = (overallMark: number): boolean =>
    rating.safeParse({ shop: { qualityIndicators: { reviewIndicator: { overallMark, totalReviewCount: 0 } } } })
      .success;
  expect([-1, 0, 5, 5.1].map(isRating)).toEqual([false, true, true, false]);
  expect([-1, 0, 99, 100].map((percent) => reduction.safeParse({ percent }).success)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  const row = { line: 1, field: 'price', value: 'x', reason: 'is no price', outcome: 'rejected' };
  const rows = (length: number): boolean => problemFacts.safeParse({ rows: Array.from({ length }, () => row) }).success;
  expect([rows(200), rows(201)]).toEqual([true, false]);
  const names = ['f', 'Idempotency-Key', text(64), text(65), '', '<b>'];
  expect(names.map((parameter) => problemFacts.safeParse({ parameter }).success)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('the shop delivers within Europe only', () => {
  expect(countries).toHaveLength(47);
  expect(['DE', 'XK', 'US', 'de', ''].map((code) => country.safeParse(code).success)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('texts of a subject have a length and languages', () => {
  expect(longestText('category', 'title')).toBe(120);
  expect([longestText('category', 'seoText'), longestText('product', 'title'), longestText('shop', 'terms')]).toEqual([
    20_000, 200, 200_000,
  ]);
  expect([longestText('product', 'seoText'), longestText('shop', 'toString')]).toEqual([null, null]);
  expect(['terms', 'policy', 'name', 'seoText'].filter(isMarkup)).toEqual(['terms', 'policy']);
  expect([languagesOf('shop'), languagesOf('product')]).toEqual([[''], ['de', 'fr', 'es', 'it', 'nl']]);
});

test('each country of an edition taxes goods at its own rate', () => {
  expect(['DE', 'AT', 'FR', 'ES', 'IT', 'NL', 'BE'].map((code) => vatRate(code, 'standard'))).toEqual([
    19,
    20,
    20,
    21,
    22,
    21,
    null,
  ]);
  expect([vatRate('US', 'standard'), vatRate('DE', 'reduced'), vatRate('DE', 'zero')]).toEqual([null, 7, 0]);
});

test.each([
  [
    'read',
    ['consoleOverview', 'consoleFeeds', 'consoleShop'],
    ['consoleFile', 'consoleHeld', 'consoleOrders', 'withdrawals', 'consoleActs'],
  ],
  [
    'support',
    ['consoleOrders', 'consoleCase', 'withdrawals'],
    ['consoleFile', 'consoleRepeat', 'consoleCorrect', 'consoleInvite', 'consoleActs'],
  ],
  [
    'catalogue',
    ['consoleFile', 'consoleRepeat', 'consoleHeld', 'consoleCorrect', 'consoleOrders', 'consoleCase'],
    ['withdrawals', 'consoleInvite', 'consoleActs'],
  ],
  ['owner', ['consoleInvite', 'consoleActs', 'withdrawals', 'consoleFile'], []],
] as const)('the role %s may do %j, and not %j', (role, allowed, refused) => {
  expect(allowed.filter((act) => !mayDo([role], act))).toEqual([]);
  expect(refused.filter((act) => mayDo([role], act))).toEqual([]);
});

test('a person with two roles may do what either may', () => {
  expect([mayDo(['read', 'support'], 'withdrawals'), mayDo(['read'], 'withdrawals'), mayDo([], 'consoleWho')]).toEqual([
    true,
    false,
    false,
  ]);
});
