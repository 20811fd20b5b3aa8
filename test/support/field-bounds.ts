import { expect } from 'vitest';
import type { z } from 'zod';

/** The values of each field that a body may have, and those that are refused. */
export type FieldBounds = Readonly<
  Record<string, readonly [accepted: readonly unknown[], refused: readonly unknown[]]>
>;
/** A schema with its name, a body that it accepts, and the bounds of the body's fields. */
export type BoundedBody = [name: string, schema: z.ZodType, valid: object, fields: FieldBounds];

export function expectBounds([, schema, valid, fields]: BoundedBody): void {
  const isAccepted = (change: object): boolean => schema.safeParse({ ...valid, ...change }).success;
  expect(isAccepted({})).toBe(true);
  for (const [name, [accepted, refused]] of Object.entries(fields)) {
    expect([name, accepted.filter((value) => !isAccepted({ [name]: value }))]).toEqual([name, []]);
    expect([name, refused.filter((value) => isAccepted({ [name]: value }))]).toEqual([name, []]);
  }
}

export const text = (length: number): string => 'x'.repeat(length);
export const times = <Item>(length: number, item: Item): Item[] => Array.from({ length }, () => item);
