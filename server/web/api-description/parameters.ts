import { z } from 'zod';
import { countries } from '../../contract/countries.js';
import { locales } from '../../contract/locales.js';
import type { Components } from './named-schemas.js';
import words from './parameters.json' with { type: 'json' };
import type { PublicCall } from './public-calls.js';
import shop from './shop.json' with { type: 'json' };

type Json = Record<string, unknown>;

/** Descriptions of parameters by call and name (`cartAdd.id`), by place and name (`query.brand`), or by name alone. */
const described = z
  .record(z.string(), z.strictObject({ description: z.string(), example: z.unknown().optional() }))
  .parse(words);

/** A parameter of one call, or a reference to a shared one. */
export type DescribedParameter = { readonly $ref: string } | OwnParameter;
export interface OwnParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Json;
  readonly example?: unknown;
}

const { Locale, LocaleHeader, Country, IdempotencyKey } = shop.components.parameters;
/** Parameters of many calls: edition and delivery country (D41), and the idempotency key of a write (D53). */
export const sharedParameters: Readonly<Record<string, OwnParameter>> = {
  Locale: { ...Locale, in: 'query', schema: { ...Locale.schema, enum: locales } },
  LocaleHeader: { ...LocaleHeader, in: 'header', schema: { ...LocaleHeader.schema, enum: locales } },
  Country: { ...Country, in: 'query', schema: { ...Country.schema, enum: countries } },
  IdempotencyKey: { ...IdempotencyKey, in: 'header' },
};

const reference = (name: string): DescribedParameter => ({ $ref: `#/components/parameters/${name}` });

/** Returns the parameters of a call in OpenAPI's form. */
export function parametersOf(call: PublicCall, components: Components): DescribedParameter[] {
  return [
    ...own(call, 'path', call.params, components),
    ...own(call, 'query', call.query, components),
    ...(call.hasAudience ? ['Locale', 'LocaleHeader', 'Country'].map(reference) : []),
    ...(call.session === 'write' ? [reference('IdempotencyKey')] : []),
  ];
}

/** @throws RangeError for a parameter without description */
function own(
  { id }: PublicCall,
  where: 'path' | 'query',
  schema: z.ZodObject | undefined,
  components: Components,
): OwnParameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = components.of(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { examples, ...each }]) => {
    const known = described[`${id}.${name}`] ?? described[`${where}.${name}`] ?? described[name];
    if (!known) throw new RangeError(`${id}: nothing describes the parameter ${name}`);
    const [first] = Array.isArray(examples) ? examples : [];
    return {
      name,
      in: where,
      description: known.description,
      required: where === 'path' || (required.includes(name) && each.default === undefined),
      schema: each,
      example: known.example ?? first ?? each.default,
    };
  });
}
