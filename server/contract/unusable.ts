import { z } from 'zod';
import { type ProblemFacts, problemFacts } from './problem.js';

/**
 * The first value that a schema refuses, and what it may be instead, read from the schema itself.
 *
 * @param values as sent; one that is not there is told as missing
 */
export function unusable(
  schema: z.ZodObject,
  values: Readonly<Record<string, unknown>>,
  error: z.ZodError,
): ProblemFacts {
  const [issue] = error.issues;
  const [name] = issue?.path ?? [];
  const property = schema.shape[String(name)];
  if (typeof name !== 'string' || !property) return {};
  if (values[name] === undefined) return { parameter: name, missing: true };
  const described = z.toJSONSchema(property as z.ZodType, { io: 'input', unrepresentable: 'any' });
  // What the description has besides, such as a pattern, is no word for people.
  const { expected } = problemFacts.safeParse({ expected: described }).data ?? {};
  return { parameter: name, ...(expected && { expected }) };
}
