import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type ColumnMeaning, columnMeanings } from '../../../contract/file-preview.js';
import { columnsOf, type ImportKind } from './columns.js';
import { FeedError } from './import-errors.js';
import { type FeedRecord, noFields } from './records.js';

export const mappingSchema = z.strictObject({
  /** Remark for readers of the file. */
  about: z.string().optional(),
  encoding: z.string().optional(),
  delimiter: z.string().length(1).optional(),
  /** By our name, the file's column; of several columns the first with a value counts. */
  columns: z.record(z.string(), z.union([z.string(), z.array(z.string()).min(1)])).default({}),
  /** By our name and the file's value, our value; case does not count. `null` skips the row. */
  values: z.record(z.string(), z.record(z.string(), z.string().nullable())).default({}),
  /** Values for rows without one, by our name of the column. */
  constants: z.record(z.string(), z.string()).default({}),
  /** Meanings that a merchant has chosen for columns. Left out without any, so that known rows stay known. */
  headers: columnMeanings.optional(),
});
export type Mapping = z.infer<typeof mappingSchema>;

export const noMapping: Mapping = { columns: {}, values: {}, constants: {} };

/** Reads a file with the meanings that a merchant has chosen. Leaves out meanings that the kind no longer has. */
export function readMeanings(file: string, kind: ImportKind): ColumnMeaning[] {
  const ours: ReadonlySet<string> = new Set(columnsOf[kind].map(({ name }) => name));
  const chosen = columnMeanings.parse(JSON.parse(readFileSync(file, 'utf8')));
  return chosen.filter(({ meaning }) => meaning === null || ours.has(meaning));
}

/** Reads a mapping file (README.md). @throws FeedError if it is missing, invalid, or names an unknown column */
export function readMapping(file: string, kind: ImportKind): Mapping {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? `It is no JSON (${error.message})` : 'It is missing or not readable';
    throw new FeedError(`The mapping file ${file} cannot be read. ${reason}.`);
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

/** Translates values of a file into ours; null = the mapping skips the row. */
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
