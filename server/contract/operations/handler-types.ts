import type { z } from 'zod';
import type { OperationId, Operations, SchemaOf } from './operations.js';

type OutputOf<S> = [S] extends [never] ? unknown : S extends z.ZodType ? z.output<S> : never;

/** Parsed parameters, query and body of a call, as its handler gets them. */
export type Request<I extends OperationId> = OutputOf<SchemaOf<I, 'params'>> &
  OutputOf<SchemaOf<I, 'query'>> &
  OutputOf<SchemaOf<I, 'body'>>;
/** The response on the wire, with money in euros. */
export type Wire<I extends OperationId> = z.input<Operations[I]['response']>;
