import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { columnsOf, type ImportKind } from './columns.js';
import { FeedError } from './import-errors.js';
import { type FeedRecord, noFields } from './records.js';

export const mappingSchema = z.strictObject({
  /** What the file is, for its reader. */
  about: z.string().optional(),
  encoding: z.string().optional(),
  delimiter: z.string().length(1).optional(),
  /** Our name -> the file's column, or several of which the first with a value counts. */
  columns: z.record(z.string(), z.union([z.string(), z.array(z.string()).min(1)])).default({}),
  /** Our name -> value of the file -> our value; compared without case. `null` leaves the row out. */
  values: z.record(z.string(), z.record(z.string(), z.string().nullable())).default({}),
  /** Our name -> a value for all rows without one. */
  constants: z.record(z.string(), z.string()).default({}),
});
export type Mapping = z.infer<typeof mappingSchema>;

export const noMapping: Mapping = { columns: {}, values: {}, constants: {} };

/**
 * Reads a mapping file (README.md).
 * @throws FeedError with a sentence where it is missing or wrong, or names a column that we do not have
 */
export function readMapping(file: string, kind: ImportKind): Mapping {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new FeedError(`The mapping file ${file} cannot be read: ${(error as Error).message}.`);
  }
  const parsed = mappingSchema.safeParse(content);
  if (parsed.success) {
    refuseUnknown(file, kind, parsed.data);
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  throw new FeedError(`The mapping file ${file} is wrong at ${issue?.path.join('.') || 'its top'}: ${issue?.message}.`);
}

function refuseUnknown(file: string, kind: ImportKind, mapping: Mapping): void {
  const ours = columnsOf[kind].map(({ name }) => name);
  for (const part of ['columns', 'values', 'constants'] as const) {
    const unknown = Object.keys(mapping[part]).find((name) => !ours.includes(name));
    if (unknown !== undefined)
      throw new FeedError(
        `The mapping file ${file} names "${unknown.slice(0, 60)}" in ${part}, which is no column of ${kind}: ${ours.join(', ')}.`,
      );
  }
}

/** Turns values of the file into ours. Answers null for a row that the mapping leaves out. */
export function valueMapper({ values, constants }: Mapping): (record: FeedRecord) => FeedRecord | null {
  const tables = Object.entries(values).map(
    ([name, table]) =>
      [name, new Map(Object.entries(table).map(([from, to]) => [from.trim().toLowerCase(), to] as const))] as const,
  );
  const fixed = Object.entries(constants);
  if (tables.length === 0 && fixed.length === 0) return (record) => record;
  return (record) => {
    const fields = Object.assign(noFields(), record.fields);
    for (const [name, table] of tables) {
      const to = table.get((fields[name] ?? '').trim().toLowerCase());
      if (to === null) return null;
      if (to !== undefined) fields[name] = to;
    }
    for (const [name, value] of fixed) fields[name] ??= value;
    return { ...record, fields };
  };
}
