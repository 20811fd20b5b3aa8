import { type ProblemCode, problem, problemStatus } from '../../contract/problem.js';
import { Components } from './named-schemas.js';
import { type DescribedParameter, parametersOf, sharedParameters } from './parameters.js';
import { type PublicCall, publicCalls } from './public-calls.js';
import { sampleOf } from './samples.js';
import shop from './shop.json' with { type: 'json' };

type Json = Record<string, unknown>;

/** Error codes that every call may answer. */
const common: readonly ProblemCode[] = ['invalid', 'too_many', 'internal', 'upstream', 'unavailable'];

/** Names of the error responses by status. */
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
export interface DescribedCall {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly DescribedParameter[];
  readonly requestBody?: { required: true; content: Readonly<Record<string, Content>> };
  readonly security: readonly Json[];
  /** Codes besides those of every call. */
  readonly 'x-error-codes': readonly ProblemCode[];
  readonly responses: Readonly<Record<string, { $ref: string } | Answer>>;
}
/** The description, as far as the developers' page reads it. */
export interface ApiDescription extends Json {
  readonly tags: readonly { name: string; description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>;
}

export interface DescribedFor {
  readonly shopName: string;
  /** Returns the address that explains an error code (RFC 9457, 3.1.1). */
  typeOf(code: ProblemCode): string;
  titleOf(code: ProblemCode): string;
}

/** Introduction for callers, in paragraphs. */
export const aboutApi = shop.info.description;

/** Returns what a call needs. The session is optional: without one a cart is empty. */
function securityOf({ session, isChecked, tag }: PublicCall): Json[] {
  const checks = isChecked ? { checkSecret: [], checkTime: [], checkSum: [] } : {};
  const withSession = { session: [], ...checks };
  if (tag === 'Account') return [withSession];
  return session ? [withSession, checks] : isChecked ? [checks] : [];
}

function errorsOf(call: PublicCall): DescribedCall['responses'] {
  const codes = [...common, ...call.errors];
  const statuses = new Set(codes.map((code) => problemStatus[code]));
  return Object.fromEntries(
    [...statuses].map((status) => [String(status), { $ref: `#/components/responses/${errorNames[status]}` }]),
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
    'x-error-codes': call.errors,
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

/** Returns the body of error responses, with an example of each code. */
export const problemContent = ({ typeOf, titleOf }: DescribedFor, codes: readonly ProblemCode[]): Json => ({
  'application/problem+json': {
    schema: { $ref: '#/components/schemas/Problem' },
    examples: Object.fromEntries(
      codes.map((code) => [
        code,
        { value: { type: typeOf(code), title: titleOf(code), status: problemStatus[code], code } },
      ]),
    ),
  },
});

function errorResponses(origin: DescribedFor, used: ReadonlySet<ProblemCode>): Json {
  const byStatus = Map.groupBy(used, (code) => problemStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      errorNames[status],
      {
        description: `Codes: ${codes.join(', ')}`,
        ...((status === 429 || status === 503) && {
          headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
        }),
        content: problemContent(origin, codes),
      },
    ]),
  );
}

/** Returns the OpenAPI 3.1 description of an origin. */
export function describeApi(origin: DescribedFor): ApiDescription {
  const components = new Components();
  components.of(problem);
  const paths: Record<string, Record<string, DescribedCall>> = {};
  const used = new Set<ProblemCode>();
  for (const call of publicCalls) {
    for (const code of [...common, ...call.errors]) used.add(code);
    paths[call.path] = { ...paths[call.path], [call.method]: describeCall(call, components) };
  }
  return {
    ...shop,
    info: { ...shop.info, title: `API of ${origin.shopName}` },
    servers: [{ url: '/', description: 'This shop' }],
    paths,
    components: {
      ...shop.components,
      parameters: sharedParameters,
      responses: errorResponses(origin, used),
      schemas: components.schemas,
    },
  };
}
