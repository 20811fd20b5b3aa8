import { expect, test } from 'vitest';
import type { ConsoleRolePairs } from '../../env-lists.js';
import { rolesOf } from './console-login.js';

const pairs: ConsoleRolePairs = [
  { value: 'shop-operator', role: 'owner' },
  { value: 'ada@example.de', role: 'support' },
];

test.each<[string, Record<string, unknown>, string, string[]]>([
  ['a claim', { roles: 'shop-operator' }, 'roles', ['owner']],
  ['a list', { roles: ['x', 'shop-operator'] }, 'roles', ['owner']],
  ['a claim within another', { realm_access: { roles: ['shop-operator'] } }, 'realm_access.roles', ['owner']],
  [
    'a claim with dots in its name',
    { 'https://id.example/roles': 'shop-operator' },
    'https://id.example/roles',
    ['owner'],
  ],
  ['nothing within nothing', { realm_access: null }, 'realm_access.roles', []],
  ['a text instead of a claim', { realm_access: 'roles' }, 'realm_access.roles', []],
  ['what every object has', {}, 'constructor.name', []],
  ['a verified address', { email: 'Ada@Example.de', email_verified: true }, 'roles', ['support']],
  ['an address that nobody verified', { email: 'ada@example.de' }, 'roles', []],
  [
    'an address and a claim',
    { email: 'ada@example.de', email_verified: true, roles: 'shop-operator' },
    'roles',
    ['owner', 'support'],
  ],
])('%s gives its roles', (_, claims, claim, roles) => {
  expect(rolesOf(claims, claim, pairs).sort()).toEqual(roles);
});
