import { type ProblemCode, problem, problemStatus } from '../../contract/problem.js';
import { catalogueCalls } from './catalogue-calls.js';
import { Components } from './named-schemas.js';
import { type DescribedParameter, parametersOf, sharedParameters } from './parameters.js';
import { type PublicCall, type Tag, tags } from './public-call.js';
import { sampleOf } from './samples.js';
import { visitorCalls } from './visitor-calls.js';

type Json = Record<string, unknown>;

const publicCalls: readonly PublicCall[] = [...catalogueCalls, ...visitorCalls];

/** What any call may answer. */
const common: readonly ProblemCode[] = ['invalid', 'too_many', 'internal', 'upstream', 'unavailable'];

/** Errors by status, as clients tell them apart. */
const errorNames: Readonly<Record<number, string>> = {
  400: 'Invalid',
  401: 'LoginNeeded',
  403: 'Refused',
  404: 'NotFound',
  409: 'Conflict',
  422: 'KeyReused',
  429: 'TooMany',
  500: 'Internal',
  502: 'Upstream',
  503: 'Unavailable',
};

interface Content {
  readonly schema: Json;
  readonly example?: unknown;
}
interface Answer {
  readonly description: string;
  readonly headers: Json;
  readonly content: Readonly<Record<string, Content>>;
}
/** A call, as the description tells it. */
export interface DescribedCall {
  readonly operationId: string;
  readonly tags: readonly [Tag];
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly DescribedParameter[];
  readonly requestBody?: { required: true; content: Readonly<Record<string, Content>> };
  readonly security: readonly Json[];
  /** Codes that it may answer besides those of every call. */
  readonly 'x-error-codes': readonly ProblemCode[];
  readonly responses: Readonly<Record<string, { $ref: string } | Answer>>;
}
/** What is read of a description besides being sent. */
export interface ApiDescription extends Json {
  readonly tags: readonly { name: Tag; description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>;
}

/** How a description speaks for one origin. */
export interface DescribedFor {
  /** Where the calls are; `/` is the origin that the description came from. */
  readonly server: string;
  readonly shopName: string;
  readonly version: string;
  /** Where errors are told, each under its code (RFC 9457, 3.1.1). */
  typeOf(code: ProblemCode): string;
  /** What an error is called. */
  titleOf(code: ProblemCode): string;
}

/** What callers should know before the first call. */
export const aboutApi = `Everything that the pages of the shop are made of, and its cart, for another client.

Money is in EUR with at most two decimals. Ids are opaque strings. Fields may be added at any time: ignore those that you do not know.
Texts and errors are in the language of the edition, which \`locale\` names; prices are for the delivery country, which \`country\` names.
An error is a problem document (RFC 9457): act on \`code\`, never on the words; \`type\` leads to what it means. \`x-error-codes\` of a call names its own;
\`invalid\`, \`too_many\`, \`internal\`, \`upstream\` and \`unavailable\` may come of any.

A session is a cookie. \`GET /api/session\` or the first write gives it out; send it back with every call of the tags Cart and Account.
Send an \`Idempotency-Key\` with every write, so that a repeat does not buy twice.

Some calls carry check headers. They slow copying programs down; they are no login. \`GET /api/session\` answers \`csr\` and \`ts\`. Send both as
\`x-csr\` and \`x-ts\`, and as \`x-c\` the lower-case hex SHA-256 of \`csr + ts + METHOD + path\` without separators; the path without its query. On 403
\`challenge\` ask for the session again and try once more. A challenge is valid for 30 to 60 minutes.`;

const securitySchemes: Json = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'partavo',
    description: 'The session of a visitor; over TLS the cookie is called `__Host-partavo`.',
  },
  checkSecret: { type: 'apiKey', in: 'header', name: 'x-csr', description: '`csr` of `GET /api/session`' },
  checkTime: { type: 'apiKey', in: 'header', name: 'x-ts', description: '`ts` of `GET /api/session`' },
  checkSum: {
    type: 'apiKey',
    in: 'header',
    name: 'x-c',
    description: 'Lower-case hex SHA-256 of `csr + ts + METHOD + path`, the path without its query',
  },
};

/** The session is never required: without one a cart is empty. */
function securityOf({ session, isChecked, tag }: PublicCall): Json[] {
  const checks = isChecked ? { checkSecret: [], checkTime: [], checkSum: [] } : {};
  const withSession = { session: [], ...checks };
  if (tag === 'Account') return [withSession];
  return session ? [withSession, checks] : isChecked ? [checks] : [];
}

function errorsOf(call: PublicCall): DescribedCall['responses'] {
  const codes = [...common, ...(call.errors ?? [])];
  const statuses = [...new Set(codes.map((code) => problemStatus[code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: `#/components/responses/${errorNames[status]}` }]),
  );
}

function describeCall(call: PublicCall, components: Components): DescribedCall {
  const { id, tag, summary, description, media, body, response } = call;
  const schema = components.of(response);
  const isText = media !== 'application/json';
  const example = (of: Json): Content => ({ schema: of, example: sampleOf(of, components.schemas) });
  const bodySchema = body && components.of(body);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    parameters: parametersOf(call, components),
    ...(bodySchema && { requestBody: { required: true, content: { 'application/json': example(bodySchema) } } }),
    security: securityOf(call),
    'x-error-codes': call.errors ?? [],
    responses: {
      200: {
        description: summary,
        headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
        content: { [media]: isText ? { schema } : example(schema) },
      },
      ...errorsOf(call),
    },
  };
}

/** The responses of errors, each status with an example of every code. */
function errorResponses({ typeOf, titleOf }: DescribedFor, used: ReadonlySet<ProblemCode>): Json {
  const byStatus = Map.groupBy(used, (code) => problemStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      errorNames[status],
      {
        description: `Codes: ${codes.join(', ')}`,
        ...((status === 429 || status === 503) && {
          headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
        }),
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(
              codes.map((code) => [code, { value: { type: typeOf(code), title: titleOf(code), status, code } }]),
            ),
          },
        },
      },
    ]),
  );
}

/** The OpenAPI 3.1 description of what an origin answers. */
export function describeApi(origin: DescribedFor): ApiDescription {
  const components = new Components();
  components.of(problem);
  const paths: Record<string, Record<string, DescribedCall>> = {};
  const used = new Set<ProblemCode>();
  for (const call of publicCalls) {
    for (const code of [...common, ...(call.errors ?? [])]) used.add(code);
    paths[call.path] = { ...paths[call.path], [call.method]: describeCall(call, components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `API of ${origin.shopName}`,
      version: origin.version,
      summary: 'Vehicles, parts, offers and carts of a marketplace for vehicle parts.',
      description: aboutApi,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin.server, description: 'This shop' }],
    tags: (Object.keys(tags) as Tag[]).map((name) => ({ name, description: tags[name] })),
    paths,
    components: {
      securitySchemes,
      parameters: sharedParameters,
      headers: {
        RequestId: {
          description: 'Leads to the log; tell it when you report a fault.',
          schema: { type: 'string' },
          example: '01J9Z3R8V0T3',
        },
        RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer' }, example: 2 },
      },
      responses: errorResponses(origin, used),
      schemas: components.schemas,
    },
  };
}
