import { test } from 'vitest';
import { z } from 'zod';
import { expectRecorded } from '../../../test/support/recorded.js';
import type { Operation } from './operation.js';
import { operations } from './operations.js';

/** Describes what a request may have, in one line. */
function line(name: string, schema: z.ZodType | undefined): string {
  if (!schema) return '';
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return `${name} ${JSON.stringify(rest)}\n`;
}

test('each operation takes the recorded parameters and bodies', () => {
  const all: [string, Operation][] = Object.entries(operations);
  const lines = all.map(([id, { method, path, params, query, body }]) =>
    [`## ${id}: ${method} ${path}\n`, line('params', params), line('query', query), line('body', body)].join(''),
  );
  return expectRecorded('operations', lines.join(''));
});
