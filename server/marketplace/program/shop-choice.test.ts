import { expect, test } from 'vitest';
import { labelOf, neededShop, shopChoiceOf, shopWords } from './shop-choice.js';

test('a shop is chosen by one option or one word, and a number as a name stays a name', () => {
  expect([shopChoiceOf({}), shopChoiceOf({ shop: '7' }), shopChoiceOf({}, 'Nord')]).toEqual([
    null,
    { name: '7' },
    { name: 'Nord' },
  ]);
  expect([shopChoiceOf({ 'shop-id': '7' }), shopChoiceOf({ 'shop-id': '999999999' })]).toEqual([
    { id: 7 },
    { id: 999_999_999 },
  ]);
  for (const several of [
    () => shopChoiceOf({ shop: 'Nord' }, 'Nord'),
    () => shopChoiceOf({ shop: 'N', 'shop-id': '7' }),
  ])
    expect(several).toThrow('one of them');
  for (const id of ['0', '07', '1000000000', '-1', 'x', ''])
    expect(() => shopChoiceOf({ 'shop-id': id })).toThrow(`above 0, found "${id}"`);
  expect(() => neededShop(null)).toThrow('Which shop?');
});

test('a choice is given on as it was made', () => {
  const [byId, byName] = [neededShop(shopChoiceOf({ 'shop-id': '7' })), neededShop(shopChoiceOf({ shop: '7' }))];
  expect([shopWords(byId), shopWords(byName)]).toEqual([
    ['--shop-id', '7'],
    ['--shop', '7'],
  ]);
  expect([labelOf(byId), labelOf(neededShop(shopChoiceOf({}, 'Nord')))]).toEqual(['7', 'Nord']);
});
