import { expect, test } from 'vitest';
import { ProblemError } from '../../contract/problem.js';
import {
  explained,
  isConflict,
  isLost,
  isTransient,
  refusalOf,
  StateUnavailable,
  wasClosed,
} from './postgres-errors.js';

test.each(['40001', '40P01', '23505'])('two changes that met, as %s says, are a conflict and no outage', (code) => {
  expect(isConflict({ code })).toBe(true);
  expect([isConflict({ code: '23503' }), isConflict(new Error('broken')), isConflict(null)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(new StateUnavailable({ code }).message).toBe('PostgreSQL was asked by too many at once.');
});

test.each([
  ['28P01', 'denied', false, /^refuses user or password/],
  ['3D000', 'database "shop" does not exist', false, /^has no database of this name/],
  ['08P01', 'no such database: shop', false, /^has no database of this name/],
  ['42501', 'permission denied for schema public', false, /^does not let this user make tables/],
  ['25006', 'cannot execute', false, /^is read-only/],
  [
    'SELF_SIGNED_CERT_IN_CHAIN',
    'self-signed\n certificate',
    false,
    /^cannot be spoken to .*\(self-signed certificate\)/,
  ],
  ['57P03', 'the database system is starting up', true, /^is starting or being stopped\.$/],
  ['ECONNREFUSED', 'connect ECONNREFUSED', true, /^cannot be reached \(ECONNREFUSED\)\.$/],
])('a start that %s ends (%s) is tried again: %s, and the operator reads why', (code, message, isTried, sentence) => {
  const error = Object.assign(new Error(message), { code });
  expect([isTransient(error), refusalOf(error)]).toEqual([isTried, expect.stringMatching(sentence)]);
});

test('an error of the program is no refusal of PostgreSQL', () => {
  expect([isTransient(new TypeError('x')), refusalOf(new TypeError('x'))]).toEqual([false, null]);
});

test.each([
  ['an end of the session by its server', { severity: 'FATAL', code: '42P01' }, true, true],
  ['a machine that became a standby', { severity: 'ERROR', code: '25006' }, true, true],
  ['too many connections', { severity: 'ERROR', code: '53300' }, true, true],
  ['a refused address', { code: 'ECONNREFUSED', message: 'connect' }, true, true],
  ['a closed connection', { message: 'Connection terminated unexpectedly' }, true, true],
  // The statement may have run.
  ['silence', { message: 'Query read timeout' }, true, false],
  ['a conflict', { severity: 'ERROR', code: '40001' }, false, false],
  [
    'a text of the server about a timeout',
    { severity: 'ERROR', code: 'P0001', message: 'timeout expired' },
    false,
    false,
  ],
])('after %s the connection is lost: %j', (_, error, lost, closed) => {
  expect([isLost(error), wasClosed(error)]).toEqual([lost, closed]);
  expect(explained(error) instanceof StateUnavailable).toBe(lost);
});

test('a text with NUL is the fault of the caller, and any other error stays as it is', () => {
  expect(explained({ severity: 'ERROR', code: '22021' })).toMatchObject({ code: 'invalid' });
  expect(explained({ severity: 'ERROR', code: '22021' })).toBeInstanceOf(ProblemError);
  const error = new TypeError('x');
  expect(explained(error)).toBe(error);
});
