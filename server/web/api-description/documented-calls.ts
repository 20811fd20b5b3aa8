import type {
  DocumentedCall,
  DocumentedMatter,
  DescribedParameter as ShownParameter,
} from '../../../views/api-models.js';
import type { ApiDescription, DescribedCall } from './describe-api.js';
import { type OwnParameter, sharedParameters } from './parameters.js';

/** Returns the values of a schema, else its type, in a few words. */
function typeText(schema: Readonly<Record<string, unknown>>): string {
  const { type, enum: words, anyOf } = schema;
  if (Array.isArray(words)) return words.length > 12 ? `${words.slice(0, 3).join(', ')} …` : words.join(', ');
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(typeText))].join(', ');
  return [type ?? 'string'].flat().join(', ');
}

const shown = ({ name, in: where, required, schema, description, example }: OwnParameter): ShownParameter => ({
  name,
  where,
  isRequired: required === true,
  type: typeText(schema),
  description,
  example: example === undefined ? null : String(example),
});

const exampleOf = (content: Readonly<Record<string, { example?: unknown }>> | undefined): string | null => {
  const [first] = Object.values(content ?? {});
  return first?.example === undefined ? null : JSON.stringify(first.example, null, 2);
};

function documented(method: string, path: string, call: DescribedCall): DocumentedCall {
  const ok = call.responses[200];
  return {
    id: call.operationId,
    method: method.toUpperCase(),
    path,
    summary: call.summary,
    description: call.description ?? null,
    isChecked: call.security.some((each) => 'checkSum' in each),
    parameters: call.parameters.flatMap((each) => ('$ref' in each ? [] : [shown(each)])),
    errors: call['x-error-codes'],
    body: exampleOf(call.requestBody?.content),
    answer: exampleOf(ok && 'content' in ok ? ok.content : undefined),
  };
}

/** Returns the calls by tag, as the developers' page shows them. */
export function documentedMatters({ tags, paths }: ApiDescription): DocumentedMatter[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ matter: call.tags[0], call: documented(method, path, call) })),
  );
  return tags.map(({ name, description }) => ({
    name,
    description,
    calls: calls.filter(({ matter }) => matter === name).map(({ call }) => call),
  }));
}

/** Parameters that many calls share. */
export const documentedShared: readonly ShownParameter[] = Object.values(sharedParameters).map(shown);
