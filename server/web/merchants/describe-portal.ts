import { z } from 'zod';
import {
  feedMode,
  merchant,
  merchantImports,
  merchantOffer,
  merchantOffers,
  merchantReport,
  offerPart,
} from '../../contract/merchants.js';
import { type ProblemCode, problem, problemStatus } from '../../contract/problem.js';
import { type DescribedFor, problemContent } from '../api-description/describe-api.js';
import { Components } from '../api-description/named-schemas.js';
import { sampleOf } from '../api-description/samples.js';
import words from './calls.json' with { type: 'json' };
import { batch } from './offer-calls.js';
import portal from './portal.json' with { type: 'json' };

type Json = Record<string, unknown>;

/** Error codes that calls of the merchant portal answer. */
export const merchantErrors = [
  'invalid',
  'body',
  'token',
  'scope',
  'offer_unknown',
  'not_found',
  'too_large',
  'row_rejected',
  'idempotency_key_reused',
  'too_many',
  'internal',
  'busy',
  'unavailable',
] as const satisfies readonly ProblemCode[];

const changed = z.object({ report: merchantReport, offer: merchantOffer.nullable() });
/** Body and answer of each call. `file`: any file that an import reads, plain or packed. */
const shapes = {
  shop: { answer: merchant },
  listOffers: { answer: merchantOffers },
  sendOffers: { body: batch, answer: merchantReport },
  readOffer: { answer: merchantOffer },
  putOffer: { body: offerPart, answer: changed },
  patchOffer: { body: offerPart, answer: changed },
  deleteOffer: { answer: changed },
  listFeeds: { answer: merchantImports },
  sendFeed: { body: 'file', answer: merchantReport },
  readFeed: { answer: merchantReport },
} as const satisfies Record<string, { body?: z.ZodType | 'file'; answer: z.ZodType }>;
const ids = Object.keys(shapes) as (keyof typeof shapes)[];

const calls = z
  .array(
    z.strictObject({
      id: z.enum(ids),
      method: z.enum(['get', 'post', 'put', 'patch', 'delete']),
      path: z.string(),
      summary: z.string(),
      /** Names of the parameters in `portal.json`. */
      parameters: z.array(z.string()).default([]),
      /** The call may answer 202 with the address of its report; `only`: always. */
      later: z.enum(['also', 'only']).optional(),
    }),
  )
  .parse(words);

function bodyOf(body: z.ZodType | 'file' | undefined, content: (schema: z.ZodType) => Json): Json {
  if (body === undefined) return {};
  if (body !== 'file') return { requestBody: { required: true, content: { 'application/json': content(body) } } };
  const schema = { type: 'string', format: 'binary' };
  const form = { type: 'object', properties: { file: schema }, required: ['file'] };
  const files = { 'application/octet-stream': { schema }, 'multipart/form-data': { schema: form } };
  return { requestBody: { required: true, content: files } };
}

/** The responses for statuses from 400 and from 500, to which all calls refer. */
function problemResponses(origin: DescribedFor): Json {
  const response = (codes: readonly ProblemCode[]): Json => ({
    description: `Codes: ${codes.join(', ')}`,
    headers: { 'Retry-After': { description: 'Seconds to wait, with 429 and 503', schema: { type: 'integer' } } },
    content: problemContent(origin, codes),
  });
  const isFault = (code: ProblemCode): boolean => problemStatus[code] >= 500;
  return {
    Refused: response(merchantErrors.filter((code) => !isFault(code))),
    Fault: response(merchantErrors.filter(isFault)),
  };
}

/** The OpenAPI 3.1 description of the calls of the merchant portal. */
export function describePortal(origin: DescribedFor): Json {
  const components = new Components();
  components.of(problem);
  const content = (schema: z.ZodType): Json => {
    const made = components.of(schema);
    return { schema: made, example: sampleOf(made, components.schemas) };
  };
  const paths: Record<string, Json> = {};
  for (const { id, method, path, summary, parameters, later } of calls) {
    const { answer, body }: { answer: z.ZodType; body?: z.ZodType | 'file' } = shapes[id];
    const done = { description: summary, content: { 'application/json': content(answer) } };
    const waits = {
      description: 'Its import is running, or waits for the operator: see Location',
      headers: { Location: { description: 'Where the report will be', schema: { type: 'string' } } },
      content: { 'application/json': content(merchantReport) },
    };
    paths[path] = {
      ...paths[path],
      [method]: {
        operationId: id,
        tags: [path.startsWith('/feeds') ? 'Feeds' : 'Offers'],
        summary,
        parameters: parameters.map((name) => ({ $ref: `#/components/parameters/${name}` })),
        ...bodyOf(body, content),
        responses: {
          ...(later !== 'only' && { 200: done }),
          ...(later && { 202: waits }),
          '4XX': { $ref: '#/components/responses/Refused' },
          '5XX': { $ref: '#/components/responses/Fault' },
        },
      },
    };
  }
  const { Mode, ...parameters } = portal.components.parameters;
  return {
    ...portal,
    info: { ...portal.info, title: `Merchants' calls of ${origin.shopName}` },
    paths,
    components: {
      ...portal.components,
      parameters: { ...parameters, Mode: { ...Mode, schema: components.of(feedMode.default('full')) } },
      responses: problemResponses(origin),
      schemas: components.schemas,
    },
  };
}
