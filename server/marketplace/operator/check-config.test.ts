import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkConfig } from './check-config.js';

const folder = mkdtempSync(join(tmpdir(), 'check-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function check(environment: Readonly<Record<string, string>> = {}): string[] {
  const lines: string[] = [];
  checkConfig(folder, { DATA_DIR: folder, INSIDE: 'http://127.0.0.1/a.csv', ...environment }, (line) =>
    lines.push(line),
  );
  return lines;
}

test('an edition without legal data is reported with each missing field', () => {
  writeFileSync(join(folder, 'shop.json'), JSON.stringify({ name: 'Teile Nord', editions: { 'de-DE': {} } }));
  expect(() => check()).toThrow(
    /shop\.json, editions de-DE identity company: is missing \(.+\n.+identity address: is missing/,
  );
  rmSync(join(folder, 'shop.json'));
});

test('a feed on this machine is in order only if the environment allows it', () => {
  expect(check()).toEqual([expect.stringContaining('is not there')]);
  const feeds = [{ name: 'alpha', shop: 'Alpha GmbH', address: 'env:INSIDE', every: 60 }];
  writeFileSync(join(folder, 'shop.json'), JSON.stringify({ feeds }));
  expect(() => check()).toThrow('feeds 1 "alpha" address: must be an https address');
  expect(check({ FEEDS_LOOPBACK: '1' })).toEqual([expect.stringContaining('says nothing of the shop')]);
});
