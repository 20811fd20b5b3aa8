import { expect, test } from 'vitest';
import { drawnAttributes } from './drawing-attributes.js';
import { ownPhotograph, photographAddress } from './pictures.js';

const part = (diameter: number, kind = 'disc') => ({
  id: 7,
  kind,
  attributes: JSON.stringify([['diameter', diameter, 'mm']]),
  base_amount: null,
  base_unit: null,
});

test('a photograph has another address for another measure or kind, and only then', () => {
  const named = ownPhotograph(7);
  const address = photographAddress(part(260), named);
  expect(address).toMatch(/^\/api\/Fotos\/7\/[\w-]{12}\.jpg$/);
  expect(photographAddress(part(260), named)).toBe(address);
  expect(photographAddress(part(330), named)).not.toBe(address);
  expect(photographAddress(part(260, 'drum'), named)).not.toBe(address);
});

test("a merchant's own photograph keeps its address, as only its host knows what it shows", () => {
  const own = 'https://img.example/7.jpg';
  expect(photographAddress(part(260), own)).toBe(own);
});

test('a drawing shows no approvals and names of feeds, and the content of one piece only', () => {
  const drawn = (unit: string, ...more: [string, string, string | null][]) =>
    drawnAttributes({
      kind: 'canister',
      attributes: JSON.stringify([['approval', 'VW 504 00', null], ['Farbe rot', 'a', null], ...more]),
      base_amount: 5000,
      base_unit: unit,
    });
  expect(drawn('l')).toEqual([['volume', '5']]);
  expect(drawn('l', ['volume', '1', 'l'])).toEqual([['volume', '5']]);
  expect(drawn('kg', ['volume', '1', 'l'])).toEqual([['volume', '1']]);
  expect(drawn('l', ['packSize', '1', null])).toContainEqual(['volume', '5']);
  expect(drawn('l', ['packSize', '6', null], ['volume', '1', 'l'])).toContainEqual(['volume', '1']);
  expect(drawn('kg', ['grade', '5W-30; C3: x', null], ['cap', 'yes', null])).toEqual([
    ['grade', '5W-30  C3  x'],
    ['cap', '1'],
  ]);
});
