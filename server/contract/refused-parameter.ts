import { z } from 'zod';
import { type ProblemFacts, problemFacts } from './problem.js';

/**
 * Returns the first parameter that a schema refuses, and its allowed values.
 * @param values as sent; an absent one is reported as missing
 */
export function unusable(
  schema: z.ZodObject,
  values: Readonly<Record<string, unknown>>,
  error: z.ZodError,
): ProblemFacts {
  const [issue] = error.issues;
  const stranger =
    issue?.code === 'unrecognized_keys' ? problemFacts.safeParse({ parameter: issue.keys[0] }).data : null;
  if (stranger) return { ...stranger, unknown: true };
  const [name] = issue?.path ?? [];
  const property = schema.shape[String(name)];
  if (typeof name !== 'string' || !property) return {};
  if (values[name] === undefined) return { parameter: name, missing: true };
  const described = z.toJSONSchema(property as z.ZodType, { io: 'input', unrepresentable: 'any' });
  // A pattern is not for people, and null only empties a field.
  const main = described.anyOf?.find((each) => typeof each === 'object' && each.type !== 'null') ?? described;
  const { expected } = problemFacts.safeParse({ expected: main }).data ?? {};
  return { parameter: name, ...(expected && { expected }) };
}
