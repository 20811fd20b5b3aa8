import { pino } from 'pino';
import { expect, it } from 'vitest';
import { readEnv } from '../../env.js';
import { warnOfDemoAccount } from './warn-of-demo-account.js';

function warnings(env: Record<string, string>, catalogues: readonly boolean[]): string[] {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) });
  const tell = warnOfDemoAccount(readEnv(env), log);
  for (const isDemonstration of catalogues) tell(isDemonstration);
  return lines.map((line) => JSON.parse(line).msg);
}

it('warns once that a shop with real goods lets everybody into one account, and not where it does not', () => {
  expect(warnings({}, [true, false, false, true, false])).toEqual(['demo_account_served']);
  expect(warnings({}, [true, true])).toEqual([]);
  const provider = {
    OIDC_ISSUER: 'https://login.example',
    OIDC_CLIENT_ID: 'shop',
    PUBLIC_ORIGIN: 'https://shop.example',
  };
  expect(warnings(provider, [false])).toEqual([]);
});
