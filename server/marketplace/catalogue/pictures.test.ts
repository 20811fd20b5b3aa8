import { expect, test } from 'vitest';
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
