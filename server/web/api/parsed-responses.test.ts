import { expect, test } from 'vitest';
import { operationOf } from './addresses.js';
import { ParsedResponses, parseResponse } from './parsed-responses.js';

const operation = operationOf('cartCount');
const responseOf = (text: string) => ({ body: Buffer.from(text) });
/** Returns a response of this many bytes. */
const longResponse = (bytes: number) => responseOf('{"countArticles":1}'.padEnd(bytes));

test('the contract parses a response, and the log names a wrong field without its content', () => {
  expect(parseResponse(operation, Buffer.from('{"countArticles":2,"more":1}'))).toEqual({ countArticles: 2 });
  expect(() => parseResponse(operation, Buffer.from('{"countArticles":'))).toThrow('answer is not JSON');
  expect(() => parseResponse(operation, Buffer.from('{"countArticles":"SECRET"}'))).toThrow(
    /breaks the contract at countArticles: (?!.*SECRET)/,
  );
});

test('a frequent response is parsed once, within a budget of five times its bytes', () => {
  const parsed = new ParsedResponses(20_000);
  const [one, other] = [longResponse(1900), longResponse(1900)];
  const first = parsed.read(operation, one);
  expect(parsed.read(operation, one)).toBe(first);
  parsed.read(operation, other);
  expect(parsed.read(operation, one)).toBe(first);
  // Three exceed the budget, so the least recently used one goes.
  parsed.read(operation, longResponse(1900));
  expect(parsed.read(operation, one)).toBe(first);
  expect(parsed.read(operation, other)).not.toBe(parsed.read(operation, longResponse(1900)));
  const large = longResponse(4500);
  expect(parsed.read(operation, large)).not.toBe(parsed.read(operation, large));
});
