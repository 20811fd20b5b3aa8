import { expect } from '@jest/globals';
import { cartAnswer } from '../../contract/carts.js';
import type { CallOptions, TestAnswer, TestRoom } from '../workers/room.test-data.js';

/** One visitor of a state room: keeps the session that the marketplace gives. */
export class CartVisitor {
  sid: string | null = null;
  constructor(readonly at: TestRoom) {}
  async call(path: string, options: CallOptions = {}): Promise<TestAnswer> {
    const headers = { ...options.headers, ...(this.sid && { 'x-session': this.sid }) };
    const answer = await this.at.call(path, { ...options, headers });
    this.sid = answer.headers.get('x-session') ?? this.sid;
    return answer;
  }
  add(offerId: number, quantity: unknown = 1, query = '', headers: Record<string, string> = {}): Promise<TestAnswer> {
    return this.call(`/api/Warenkorb/Hinzufuegen/${offerId}${query}`, { body: { quantity }, headers });
  }
  /** The whole answer, checked by the contract. */
  async read(query = ''): Promise<TestAnswer['body']> {
    const { body } = await this.call(`/api/Warenkorb${query}`);
    expect(cartAnswer.safeParse(body).error?.issues ?? []).toEqual([]);
    return body;
  }
  async cart(query = ''): Promise<TestAnswer['body']> {
    return (await this.read(query)).cartData;
  }
}
