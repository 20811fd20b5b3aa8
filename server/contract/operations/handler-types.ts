import type { z } from 'zod';
import type { OperationId, Operations, SchemaOf } from './operations.js';

type OutputOf<S> = [S] extends [never] ? unknown : S extends z.ZodType ? z.output<S> : never;

/** Input of a marketplace handler: parsed parameters, query and body in one object. */
export type Request<I extends OperationId> = OutputOf<SchemaOf<I, 'params'>> &
  OutputOf<SchemaOf<I, 'query'>> &
  OutputOf<SchemaOf<I, 'body'>>;
/** The response on the wire (money in euros), as the marketplace writes it. */
export type Wire<I extends OperationId> = z.input<Operations[I]['response']>;
