import type { z } from 'zod';
import { type NamedOffer, namedOffer } from '../../contract/merchants.js';
import type { ReportedRow } from '../../contract/problem.js';

/** Characters of a value in an answer. */
const longestValue = 120;
/** Line of the first offer in a report, after the header. */
export const firstLine = 2;

/** Rows of a batch, each judged by itself. */
export interface JudgedOffers {
  readonly sound: NamedOffer[];
  /** Index in the batch of each sound row. */
  readonly indices: number[];
  readonly faults: ReportedRow[];
}

type Issue = z.core.$ZodIssue;

const typeReasons: Readonly<Record<string, string>> = {
  number: 'is no number',
  int: 'is no whole number',
  string: 'is no text',
  object: 'is no object',
};

/** Returns the reason in the words of the import, which are translated. */
function reasonOf(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return value === undefined ? 'is missing' : (typeReasons[issue.expected] ?? 'has another form');
    case 'too_small':
      return issue.origin === 'string' ? 'is empty' : `is less than ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string' ? `is longer than ${issue.maximum} characters` : `is more than ${issue.maximum}`;
    case 'invalid_value':
      return `is not one of ${issue.values.join(', ')}`;
    case 'unrecognized_keys':
      return 'is no field of an offer';
    // Their messages are in the contract.
    case 'custom':
    case 'invalid_format':
      return issue.message;
    default:
      return 'has another form';
  }
}

function errorOf(row: unknown, index: number, issue: Issue): ReportedRow {
  const field = String((issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0]) ?? 'row');
  const fields = row !== null && typeof row === 'object' ? (row as Readonly<Record<string, unknown>>) : {};
  const value = field === 'row' ? row : fields[field];
  const key = typeof fields.key === 'string' ? fields.key : undefined;
  return {
    line: index + firstLine,
    index,
    ...(key !== undefined && { key }),
    field,
    value:
      value === undefined ? '' : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, longestValue),
    reason: reasonOf(
      issue,
      issue.path.reduce((inner: unknown, name) => (inner as never)?.[name], row),
    ),
    outcome: 'rejected',
  };
}

/** Separates the rows that are offers from all others, which get one fault each. */
export function judgeOffers(rows: readonly unknown[]): JudgedOffers {
  const judged: JudgedOffers = { sound: [], indices: [], faults: [] };
  for (const [index, row] of rows.entries()) {
    const { data, error } = namedOffer.safeParse(row);
    if (data) {
      judged.sound.push(data);
      judged.indices.push(index);
    } else if (error.issues[0]) judged.faults.push(errorOf(row, index, error.issues[0]));
  }
  return judged;
}
