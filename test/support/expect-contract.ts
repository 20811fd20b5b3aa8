import { expect } from 'vitest';
import type { Operation } from '../../server/contract/operations/operation.js';
import { type OperationId, operations } from '../../server/contract/operations/operations.js';
import { matchOperation } from '../../server/marketplace/http/match-operation.js';

/** Returns the paths of fields that a reader by the contract does not get. */
function lostFields(sent: unknown, read: unknown, path = ''): string[] {
  if (typeof sent !== 'object' || sent === null) return [];
  if (typeof read !== 'object' || read === null) return [path];
  const fields = read as Readonly<Record<string, unknown>>;
  return Object.entries(sent).flatMap(([name, value]) => {
    const at = Array.isArray(sent) ? `${path}[]` : `${path}.${name}`;
    return name in fields ? lostFields(value, fields[name], at) : [at];
  });
}

/** Expects that the contract accepts an answer of an operation, and keeps each of its fields. */
function expectAnswer(id: OperationId, body: unknown): void {
  const { response }: Operation = operations[id];
  const { data, error } = response.safeParse(body);
  expect([id, error?.issues ?? [], error ? [] : lostFields(body, data)]).toEqual([id, [], []]);
}

/** Expects the same of a JSON answer of the marketplace; other paths may answer anything. */
export function expectContract(method: string, path: string, body: unknown): void {
  const found = matchOperation(method, path.replace(/\?.*/, ''));
  if (found && 'id' in found) expectAnswer(found.id, body);
}

/** Returns the same handlers, each of which expects this of its answers. */
export function checkedHandlers<Handlers extends object>(handlers: Handlers): Handlers {
  const checked = Object.entries(handlers).map(([id, handle]) => [
    id,
    async (...given: unknown[]) => {
      const body: unknown = await handle(...given);
      expectAnswer(id as OperationId, JSON.parse(JSON.stringify(body)));
      return body;
    },
  ]);
  return Object.fromEntries(checked) as Handlers;
}
