import { z } from 'zod';
import {
  feedMode,
  merchant,
  merchantImports,
  merchantOffers,
  merchantReport,
  namedOffer,
  offerPart,
} from '../../contract/merchants.js';
import { type ProblemCode, problem, problemStatus } from '../../contract/problem.js';
import { Components } from '../api-description/named-schemas.js';
import { sampleOf } from '../api-description/samples.js';

type Json = Record<string, unknown>;

/** Errors that a call of the door may answer, besides faults of the shop. */
export const doorErrors: readonly ProblemCode[] = [
  ...(['invalid', 'body', 'token', 'scope', 'offer_unknown', 'not_found', 'too_large', 'row_rejected'] as const),
  ...(['idempotency_key_reused', 'too_many', 'internal', 'busy', 'unavailable'] as const),
];

interface DoorCall {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly summary: string;
  readonly parameters?: readonly (keyof typeof parameters)[];
  /** `file`: whatever an import reads, as it is or packed. */
  readonly body?: z.ZodType | 'file';
  readonly answer: z.ZodType;
  /** It may answer 202 with the address of what becomes of it; `only`: always. */
  readonly later?: 'also' | 'only';
}

const parameter = (
  name: string,
  where: 'path' | 'query' | 'header',
  description: string,
  schema: Json,
  example: unknown,
) => ({
  ...{ name, in: where, description, schema, example },
  ...(where === 'path' && { required: true }),
});
const text = { type: 'string' };
const parameters = {
  Key: parameter('key', 'path', 'Your own key of the offer', { type: 'string', maxLength: 64 }, 'BD-4711'),
  Id: parameter('id', 'path', 'Id of an import', text, '8e03978e-40d5-43dd-bc93-6894a57f9324'),
  Find: parameter('key', 'query', 'Beginning of your key, or a part number', text, 'BD-47'),
  After: parameter('after', 'query', '`next` of the page before', text, 'BD-4711'),
  DryRun: parameter('dryRun', 'query', 'Says what would change, and changes nothing', { type: 'boolean' }, true),
  Mode: parameter(
    'mode',
    'query',
    'What the file stands for',
    { type: 'string', enum: feedMode.options, default: 'full' },
    'full',
  ),
  IdempotencyKey: parameter(
    'Idempotency-Key',
    'header',
    'One per intended change: the same key gives the same report, without a second effect',
    { type: 'string', pattern: '^[\\w-]{8,64}$' },
    '8e03978e-40d5-43dd-bc93-6894a57f9324',
  ),
} as const;

const offer = merchantOffers.shape.offers.element;
const changed = z.object({ report: merchantReport, offer: offer.nullable() });
const change = ['DryRun', 'IdempotencyKey'] as const;
const keyed = ['Key', ...change] as const;
const calls: readonly DoorCall[] = [
  { id: 'shop', method: 'get', path: '/shop', summary: 'Whose token it is, and what it opens', answer: merchant },
  {
    id: 'listOffers',
    method: 'get',
    path: '/offers',
    summary: 'Your offers by key',
    parameters: ['Find', 'After'],
    answer: merchantOffers,
  },
  {
    ...{ id: 'sendOffers', method: 'post', path: '/offers', summary: 'Up to 500 offers', parameters: change },
    body: z.strictObject({ mode: feedMode, offers: z.array(namedOffer).min(1).max(500) }),
    ...{ answer: merchantReport, later: 'also' },
  },
  { id: 'readOffer', method: 'get', path: '/offers/{key}', summary: 'One offer', parameters: ['Key'], answer: offer },
  {
    ...{ id: 'putOffer', method: 'put', path: '/offers/{key}', summary: 'A whole offer', parameters: keyed },
    ...{ body: offerPart, answer: changed, later: 'also' },
  },
  {
    ...{
      id: 'patchOffer',
      method: 'patch',
      path: '/offers/{key}',
      summary: 'Some values of an offer',
      parameters: keyed,
    },
    ...{ body: offerPart, answer: changed, later: 'also' },
  },
  {
    ...{ id: 'deleteOffer', method: 'delete', path: '/offers/{key}', summary: 'Takes an offer off', parameters: keyed },
    ...{ answer: changed, later: 'also' },
  },
  { id: 'listFeeds', method: 'get', path: '/feeds', summary: 'What was sent lately', answer: merchantImports },
  {
    ...{ id: 'sendFeed', method: 'post', path: '/feeds', summary: 'A file of offers', parameters: ['Mode', ...change] },
    ...{ body: 'file', answer: merchantReport, later: 'only' },
  },
  {
    id: 'readFeed',
    method: 'get',
    path: '/feeds/{id}',
    summary: 'What became of it',
    parameters: ['Id'],
    answer: merchantReport,
  },
];

const about = `Calls of a merchant's own program. What they mean, and what the pages of the door do, is told in docs/merchants.md.

Money is in EUR with at most two decimals. Fields may be added at any time: ignore those that you do not know.
An error is a problem document (RFC 9457): act on \`code\`; \`type\` leads to what it means.`;

interface DescribedDoor {
  readonly shopName: string;
  typeOf(code: ProblemCode): string;
  titleOf(code: ProblemCode): string;
}

function bodyOf(body: DoorCall['body'], content: (schema: z.ZodType) => Json): Json {
  if (body === undefined) return {};
  if (body !== 'file') return { requestBody: { required: true, content: { 'application/json': content(body) } } };
  const schema = { type: 'string', format: 'binary' };
  const form = { type: 'object', properties: { file: schema }, required: ['file'] };
  const files = { 'application/octet-stream': { schema }, 'multipart/form-data': { schema: form } };
  return { requestBody: { required: true, content: files } };
}

/** The responses of errors, with an example of each code of a status range. */
function problemResponses({ typeOf, titleOf }: DescribedDoor): Json {
  const example = (code: ProblemCode): Json => {
    const status = problemStatus[code];
    return { value: { type: typeOf(code), title: titleOf(code), status, code } };
  };
  const of = (name: string, codes: readonly ProblemCode[]): [string, Json] => [
    name,
    {
      description: `Codes: ${codes.join(', ')}`,
      headers: { 'Retry-After': { description: 'Seconds to wait, with 429 and 503', schema: { type: 'integer' } } },
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: Object.fromEntries(codes.map((code) => [code, example(code)])),
        },
      },
    },
  ];
  const isFault = (code: ProblemCode): boolean => problemStatus[code] >= 500;
  return Object.fromEntries([
    of(
      'Refused',
      doorErrors.filter((code) => !isFault(code)),
    ),
    of('Fault', doorErrors.filter(isFault)),
  ]);
}

/** The OpenAPI 3.1 description of the calls of the merchants' door. */
export function describeDoor(origin: DescribedDoor): Json {
  const components = new Components();
  components.of(problem);
  const content = (schema: z.ZodType): Json => {
    const made = components.of(schema);
    return { schema: made, example: sampleOf(made, components.schemas) };
  };
  const paths: Record<string, Json> = {};
  for (const { id, method, path, summary, parameters: names = [], body, answer, later } of calls) {
    const told = { description: summary, content: { 'application/json': content(answer) } };
    const waits = {
      description: 'It is being taken in, or waits for the operator: look under Location',
      headers: { Location: { description: 'Where the report will be', schema: { type: 'string' } } },
      content: { 'application/json': content(merchantReport) },
    };
    paths[path] = {
      ...paths[path],
      [method]: {
        ...{ operationId: id, tags: [path.startsWith('/feeds') ? 'Feeds' : 'Offers'], summary },
        parameters: names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
        ...bodyOf(body, content),
        responses: {
          ...(later !== 'only' && { 200: told }),
          ...(later && { 202: waits }),
          '4XX': { $ref: '#/components/responses/Refused' },
          '5XX': { $ref: '#/components/responses/Fault' },
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `Merchants' calls of ${origin.shopName}`,
      version: '1',
      summary: 'Offers and feeds of one shop.',
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1', description: 'This door' }],
    security: [{ token: [] }],
    tags: [
      { name: 'Offers', description: 'One offer or several, and whose they are.' },
      { name: 'Feeds', description: 'Files, and what became of them.' },
    ],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The token that the operator gave you.' },
      },
      parameters,
      responses: problemResponses(origin),
      schemas: components.schemas,
    },
  };
}
