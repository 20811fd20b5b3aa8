import { afterAll, beforeAll, expect } from '@jest/globals';
import type { z } from 'zod';
import { type OperationId, operations } from '../../contract/operations.js';
import { startTestRoom, type TestAnswer, type TestRoom } from './room.test-data.js';

/** Ids on the wire as the fixture has them. */
export const idsOf = (rows: readonly { id: string }[]): number[] => rows.map(({ id }) => Number(id));

/** The catalogue room of a test file: started before its tests, stopped after them. */
export function catalogueRoom() {
  let room: TestRoom;
  beforeAll(async () => {
    room = await startTestRoom('catalogue');
  });
  afterAll(() => room.stop());
  const call: TestRoom['call'] = (path, options) => room.call(path, options);
  return {
    call,
    /** The answer as its contract has it; fails where the wire breaks the contract. */
    async read(id: OperationId, path: string): Promise<TestAnswer['body']> {
      const answer = await call(path);
      expect([path, answer.status]).toEqual([path, 200]);
      const parsed = (operations[id].answer as z.ZodType).safeParse(answer.body);
      expect(parsed.error?.issues ?? []).toEqual([]);
      return answer.body;
    },
  };
}
