import type { z } from 'zod';
import type { OperationId, Operations, SchemaOf } from './operations.js';

type InputOf<S> = [S] extends [never] ? unknown : S extends z.ZodType ? z.input<S> : never;

/** Parameters of a call before parsing. */
export type Call<I extends OperationId> = InputOf<SchemaOf<I, 'params'>> &
  InputOf<SchemaOf<I, 'query'>> &
  InputOf<SchemaOf<I, 'body'>>;
/** The response after parsing, with money in cents. */
export type ResponseBody<I extends OperationId> = z.output<Operations[I]['response']>;
