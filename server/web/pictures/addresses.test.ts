import { expect, test } from 'vitest';
import { pictureAddress, readPictureAddress } from './addresses.js';

const keys = ['s'.repeat(32)] as const;
const url = 'https://img.example/a.jpg';
const drawing = '/api/Bilder/disc.svg?a=1';
const image = (change: object = {}) => ({ url, width: 4, height: 3, alt: '', drawing, ...change });
/** Reads an address as the shop receives it. */
function read(address: string | null) {
  const [, width = '', signature = '', data = ''] = /^\/images\/(\d+)\/([\w-]+)\?(.*)$/.exec(address ?? '') ?? [];
  return readPictureAddress(keys, width, signature, data);
}

test('an address names a photograph, its width, and the drawing that replaces it', () => {
  expect(read(pictureAddress(keys, image(), 320))).toEqual({ photograph: { url, drawing }, width: 320 });
  const at = 'https://img.example/a@2x.jpg';
  expect(read(pictureAddress(keys, image({ url: at }), 320))?.photograph).toEqual({ url: at, drawing });
});

test('only a drawing of the shop replaces a photograph', () => {
  for (const other of ['https://evil.example/x.svg', '//evil.example/api/Bilder/x.svg', '/api/Bilder/../x', undefined])
    expect(read(pictureAddress(keys, image({ drawing: other }), 320))?.photograph).toEqual({ url, drawing: null });
});

test('no address ends with a comma, which a list of sources would take for its own', () => {
  const address = pictureAddress(keys, image({ url: `${url}?a,` }), 320);
  expect(address).toMatch(/\?a%2C$/);
  expect(read(address)?.photograph.url).toBe(`${url}?a%2C`);
});

test('an address has at most 2000 characters, because a proxy may cut a longer one', () => {
  const longest = 2000 - (pictureAddress(keys, image(), 320)?.length ?? 0);
  const of = (more: number) => pictureAddress(keys, image({ url: url + 'x'.repeat(more) }), 320);
  expect([of(longest)?.length, of(longest + 1)]).toEqual([2000, null]);
});
