import { Server } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { respondToBrokenRequests } from './client-error.js';
import { createLog } from './log.js';

/** Returns the answers to requests that Node could not parse, and their log lines. */
function answerTo(code: string, stream = new PassThrough()): { text: string; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const server = new Server();
  respondToBrokenRequests(server, () => {}, createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }));
  server.emit('clientError', Object.assign(new Error('broken'), { code }), stream);
  return { text: String(stream.read() ?? ''), lines };
}

test.each([
  ['HPE_INVALID_METHOD', 400, 'Bad Request'],
  ['HPE_HEADER_OVERFLOW', 431, 'Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'Request Timeout'],
])('%s is answered %d, with an id that is in the log', (code, status, phrase) => {
  const { text, lines } = answerTo(code);
  const id = /X-Request-Id: (\S+)/.exec(text)?.[1];
  expect(text.startsWith(`HTTP/1.1 ${status} ${phrase}\r\n`)).toBe(true);
  expect(text).toContain('Connection: close');
  expect(lines).toEqual([expect.objectContaining({ reqId: id, route: 'broken', status, errorCode: code })]);
});

test('a client that left gets no answer', () => {
  const gone = new PassThrough();
  const { text, lines } = answerTo('ECONNRESET', gone);
  expect([text, lines, gone.destroyed]).toEqual(['', [], true]);
  const ended = new PassThrough();
  ended.end();
  expect([answerTo('HPE_INVALID_METHOD', ended).lines, ended.destroyed]).toEqual([[], true]);
});
