import { describe, expect, test } from 'vitest';
import { readEnv } from '../../env.js';
import { environmentOf } from './environment.js';

const of = (host: string, settings: Record<string, string> = {}) => environmentOf(readEnv(settings), host);

test.each([
  ['www.partavo.example', 'live'],
  ['partavo.de', 'live'],
  ['WWW.PARTAVO.EXAMPLE', 'live'],
  ['www.partavo.example:8080', 'live'],
  ['localhost', 'local'],
  ['localhost:3000', 'local'],
  ['dev.localhost:3000', 'local'],
  ['127.0.0.1', 'local'],
  ['[::1]', 'local'],
  ['[::1]:3000', 'local'],
  ['staging.partavo.example', 'staging'],
  ['www.staging.partavo.example', 'staging'],
  ['preview-7.partavo.example', 'remote'],
  ['10.0.0.7', 'remote'],
  ['', 'remote'],
])('an environment banner shows whenever the environment is not the live one: %s is %s', (host, environment) => {
  expect(of(host)).toBe(environment);
});

describe("the operator's setting has precedence (D75)", () => {
  test.each(['live', 'staging', 'remote', 'local'])('ENVIRONMENT=%s applies to every host', (ENVIRONMENT) => {
    for (const host of ['www.partavo.de', 'staging.partavo.de', 'localhost:3000', 'x.y.partavo.de'])
      expect(of(host, { ENVIRONMENT })).toBe(ENVIRONMENT);
  });

  test('the host of PUBLIC_ORIGIN and those of EDITION_HOSTS are live, others follow the rules', () => {
    const settings = {
      PUBLIC_ORIGIN: 'https://teile.shop.example',
      EDITION_HOSTS: 'pieces.shop.example=fr-FR,127.0.0.9:8080=nl-NL',
    };
    for (const host of ['teile.shop.example', 'Teile.Shop.Example:443', 'pieces.shop.example', '127.0.0.9:8080'])
      expect(of(host, settings)).toBe('live');
    expect(of('preview.shop.example', settings)).toBe('remote');
    expect(of('127.0.0.1:8080', settings)).toBe('local');
    expect(of('staging.shop.example', { PUBLIC_ORIGIN: 'https://staging.shop.example' })).toBe('staging');
  });

  test('any other value is refused with the allowed ones', () => {
    expect(() => readEnv({ ENVIRONMENT: 'production' })).toThrow('ENVIRONMENT: must be live, staging, remote, local.');
  });
});
