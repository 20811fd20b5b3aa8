import { expect, test } from '@jest/globals';
import type { Request } from 'express';
import { environmentOf } from './page.js';

test.each([
  ['www.partavo.example', 'live'],
  ['partavo.de', 'live'],
  ['WWW.PARTAVO.EXAMPLE', 'live'],
  ['localhost', 'local'],
  ['127.0.0.1', 'local'],
  ['[::1]', 'local'],
  ['staging.partavo.example', 'staging'],
  ['preview-7.partavo.example', 'remote'],
  ['10.0.0.7', 'remote'],
])('an environment banner shows whenever the environment is not the live one: %s is %s', (hostname, environment) => {
  expect(environmentOf({ hostname } as Request)).toBe(environment);
});
