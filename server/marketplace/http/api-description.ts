import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { type Operation, pictureTypes } from '../../contract/operations/operation.js';
import { type OperationId, operations } from '../../contract/operations/operations.js';
import { problem, problemStatus } from '../../contract/problem.js';

type Json = Record<string, unknown>;

/** Describes the data on the wire: money in euros, ids as strings. */
const schemaOf = (schema: z.ZodType): Json => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return rest;
};

function parameters(schema: z.ZodObject | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: each,
  }));
}

function describe(id: OperationId, operation: Operation): Json {
  const media = pictureTypes[id] ?? 'application/json';
  return {
    operationId: id,
    tags: [operation.service],
    parameters: [...parameters(operation.params, 'path'), ...parameters(operation.query, 'query')],
    ...(operation.body && {
      requestBody: { content: { 'application/json': { schema: schemaOf(operation.body) } } },
    }),
    responses: {
      200: { description: STATUS_CODES[200], content: { [media]: { schema: schemaOf(operation.response) } } },
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

let made: string | undefined;

/** Returns the OpenAPI 3.1 description of every operation as JSON. */
export function apiDescription(): string {
  if (made !== undefined) return made;
  const paths: Record<string, Json> = {};
  for (const id of Object.keys(operations) as OperationId[]) {
    const operation: Operation = operations[id];
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(id, operation) };
  }
  made = JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: 'Marketplace',
      version: '1',
      description:
        'Money is in EUR with at most two decimals; ids are opaque strings. Errors are RFC 9457 problem details.',
    },
    paths,
    components: {
      responses: {
        Problem: {
          description: `Codes: ${Object.keys(problemStatus).join(', ')}`,
          content: { 'application/problem+json': { schema: schemaOf(problem) } },
        },
      },
    },
  });
  return made;
}
