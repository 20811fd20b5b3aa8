import { expect, test } from 'vitest';
import { createLog, describeError, isFirstReport, newRequestId, notes, supportCode, withNotes } from './log.js';

test('people can read ids aloud, and ids begin with the support code', () => {
  const ids = Array.from({ length: 200 }, newRequestId);
  for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(supportCode('7F3K-20QX-ABCD-EFGH')).toBe('7F3K-20QX');
});

test('an error of several requests is logged by the first one, which the others name', () => {
  const error = new Error('broken');
  const report = (event: string) =>
    withNotes(Number.POSITIVE_INFINITY, null, (own) => [isFirstReport(error, event), own.causedBy, own.id] as const);
  const [isFirst, cause, id] = report('request_failed');
  expect([isFirst, cause]).toEqual([true, null]);
  expect(report('request_failed').slice(0, 2)).toEqual([false, id]);
  expect(report('page_optional_failed').slice(0, 2)).toEqual([true, null]);
  withNotes(Number.POSITIVE_INFINITY, null, (own) => {
    expect([isFirstReport('a text', 'x'), isFirstReport('a text', 'x')]).toEqual([true, true]);
    const mine = new Error('twice');
    expect([isFirstReport(mine, 'x'), isFirstReport(mine, 'x'), own.causedBy]).toEqual([true, false, null]);
  });
  expect([isFirstReport(error, 'request_failed'), notes()]).toEqual([true, undefined]);
});

test('work for a request logs its id and route, with notes of its own', () => {
  withNotes(Number.POSITIVE_INFINITY, null, (cause) => {
    cause.route = 'article___de-DE';
    cause.errorCode = 'upstream';
    withNotes(Number.POSITIVE_INFINITY, cause, (own) => {
      expect(own).toMatchObject({ id: cause.id, route: 'article___de-DE', errorCode: null });
      expect(notes()).toBe(own);
    });
    expect(notes()).toBe(cause);
  });
});

test('each line names its request and no other', () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const id = withNotes(Number.POSITIVE_INFINITY, null, (own) => {
    log.warn('inside');
    log.info({ reqId: 'OWN' }, 'named');
    return own.id;
  });
  log.info('outside');
  log.debug('too fine');
  expect(lines.map(({ level, event, reqId }) => [level, event, reqId])).toEqual([
    ['warn', 'inside', id],
    ['info', 'named', 'OWN'],
    ['info', 'outside', undefined],
  ]);
});

test('the log has name, message, stack and cause of an error, and no other property', () => {
  const cause = Object.assign(new TypeError('reset'), { url: 'https://secret.example' });
  const error = Object.assign(new RangeError('broken', { cause }), { body: 'secret' });
  expect(describeError(error)).toEqual({
    name: 'RangeError',
    message: 'broken',
    stack: error.stack,
    cause: 'TypeError: reset',
  });
  expect(describeError(new Error('alone', { cause: 'secret' }))).not.toHaveProperty('cause');
  expect(describeError('a text')).toEqual({ name: 'string', message: 'a text', stack: undefined });
});
