import { z } from 'zod';

/** Values by names that are known; a refusal tells which are. */
export const namedValues = <const Name extends string, Value extends z.ZodType>(names: readonly Name[], value: Value) =>
  z.partialRecord(z.enum(names), value, {
    error: ({ code, keys }: { readonly code?: string; readonly keys?: unknown }) =>
      code === 'unrecognized_keys' && Array.isArray(keys)
        ? `does not know ${keys.map((key) => JSON.stringify(key)).join(', ')}, only ${names.join(', ')}`
        : undefined,
  });
