import { expect, test } from 'vitest';
import { piecesInStock } from './stock.js';

/** Returns the available pieces of lines written as `offer:quantity`. */
const there = (...lines: string[]): number[] => {
  const wanted = lines.map((line, index) => {
    const [offer, quantity] = line.split(':').map(Number);
    return { id: `line-${index}`, offer_id: offer as number, quantity: quantity as number };
  });
  const pieces = piecesInStock(wanted, (offer) => offer * 10);
  return wanted.map(({ id }) => pieces.get(id) as number);
};

test.each([
  { lines: ['1:9', '1:1', '1:1'], pieces: [10, 1, 0], why: 'a line leaves to the next what it does not want' },
  { lines: ['1:10', '1:1'], pieces: [10, 0], why: 'a line that wants all pieces leaves none' },
  { lines: ['1:11', '1:10', '1:1'], pieces: [10, 10, 0], why: 'a line that wants too many leaves all of them' },
  { lines: ['1:10', '2:20', '2:1'], pieces: [10, 20, 0], why: 'each offer has its own stock' },
  { lines: ['0:1', '-1:1'], pieces: [0, 0], why: 'no stock is below zero' },
  { lines: [], pieces: [], why: 'no lines need no pieces' },
])('$lines: $why', ({ lines, pieces }) => expect(there(...lines)).toEqual(pieces));
