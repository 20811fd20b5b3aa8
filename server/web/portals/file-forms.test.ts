import { expect, test } from 'vitest';
import { maxFileBytes } from '../../contract/merchants.js';
import { fileIn, importIdOf, repeatedIn } from './file-forms.js';

const form = { act: 'import', mode: 'partial', columns: '3', m0: 'key', m2: 'price' };
const read = (change: Partial<typeof form> = {}) => {
  const fields: Record<string, string> = { ...form, ...change };
  return repeatedIn((name) => fields[name] ?? '', 'import-1');
};

test('a preview is repeated with the mode, the act and the meanings of its form, and no other', () => {
  expect(read()).toEqual({ id: 'import-1', act: 'import', mode: 'partial', meanings: ['key', null, 'price'] });
  expect(read({ mode: 'update', act: 'save', columns: '0' })).toMatchObject({
    mode: 'update',
    act: 'save',
    meanings: [],
  });
  for (const change of [
    { act: 'drop' },
    { mode: '' },
    { mode: 'all' },
    { columns: '-1' },
    { columns: 'x' },
    { columns: '9999' },
  ])
    expect(() => read(change)).toThrow(expect.objectContaining({ code: 'invalid' }));
});

test('an id that no import can have is unknown', () => {
  expect(importIdOf('import-1')).toBe('import-1');
  for (const id of ['short', 'a/b/c/d/e', 'x'.repeat(65)])
    expect(() => importIdOf(id)).toThrow(expect.objectContaining({ code: 'not_found' }));
});

test('a file has a known mode, and is no larger than the marketplace takes', async () => {
  const sizeOf = async (bytes: number, mode = 'full') => {
    const fields = new FormData();
    fields.set('mode', mode);
    fields.set('file', new File([Buffer.alloc(bytes, 'x')], 'offers.csv'));
    const file = await fileIn(fields);
    return file && [file.mode, Buffer.from(file.content, 'base64').length];
  };
  expect(await sizeOf(maxFileBytes)).toEqual(['full', maxFileBytes]);
  expect([await sizeOf(maxFileBytes + 1), await sizeOf(0), await sizeOf(1, 'all')]).toEqual([null, null, null]);
});
