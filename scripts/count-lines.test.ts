import { expect, test } from 'vitest';
import { linesByRoom, productionLines } from './count-lines.ts';

test('a file counts in its innermost room and in all', () => {
  const files = new Map([
    ['server/web/api/client.ts', 5],
    ['server/web/app.ts', 3],
    ['server/web-like/a.ts', 2],
    ['vitest.config.ts', 1],
  ]);
  expect(linesByRoom(files, ['server', 'server/web', 'server/web/api'])).toEqual({
    server: 2,
    'server/web': 3,
    'server/web/api': 5,
    other: 1,
    all: 11,
  });
});

test('tests, their helpers and examples are not counted', () => {
  const files = [...productionLines().keys()];
  expect(files.length).toBeGreaterThan(800);
  expect(files.filter((path) => /^test\/|\.(?:test|examples)\./.test(path))).toEqual([]);
});
