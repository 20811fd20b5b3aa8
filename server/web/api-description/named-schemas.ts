import { z } from 'zod';
import * as articles from '../../contract/articles.js';
import * as carts from '../../contract/carts.js';
import * as catalogue from '../../contract/catalogue.js';
import * as merchants from '../../contract/merchants.js';
import * as offers from '../../contract/offers.js';
import { problem } from '../../contract/problem.js';
import * as reputation from '../../contract/reputation.js';
import * as search from '../../contract/search.js';
import * as vehicles from '../../contract/vehicles.js';
import names from './schema-names.json' with { type: 'json' };

type Json = Record<string, unknown>;

/** A step of the navigation, which the web tier adds (specification 3). */
const navigationLink = z.object({
  type: z.enum(['vehicle', 'category', 'link']),
  label: z.string(),
  link: z.string(),
  linked: z.boolean().meta({ description: 'For crawlers too' }),
});
const navigationList = z.object({
  type: z.literal('list'),
  label: z.string(),
  id: z.string().meta({ description: 'Names the list to open: `urlId` of a category, or `manufacturers`' }),
  get body() {
    return z.array(navigationItem).nullable();
  },
});
export const navigationItem: z.ZodType = z.lazy(() => z.union([navigationList, navigationLink]));

/** Schemas that the description refers to by name. `schema-names.json` has the names that clients see. */
const named = z.registry<{ id: string }>();
const contract: Readonly<Record<string, unknown>> = {
  ...articles,
  ...carts,
  ...catalogue,
  ...merchants,
  ...offers,
  ...reputation,
  ...search,
  ...vehicles,
  problem,
};
named.add(navigationItem, { id: 'NavigationItem' });
for (const [id, exported] of Object.entries(names)) {
  const schema = contract[exported];
  if (!(schema instanceof z.ZodType)) throw new RangeError(`${id}: the contract has no schema ${exported}`);
  named.add(schema, { id });
}

/** Turns a record of known keys into an object with these properties, because `required` lists only properties. */
function nameFields(schema: Json): void {
  const { propertyNames, additionalProperties } = schema as { propertyNames?: { enum?: string[] } } & Json;
  if (!propertyNames?.enum) return;
  schema.properties = Object.fromEntries(propertyNames.enum.map((key) => [key, additionalProperties]));
  delete schema.propertyNames;
  delete schema.additionalProperties;
}

const reference = (_: string, name: string): string => `"$ref":"#/components/schemas/${name}"`;

/** Makes JSON Schemas of the data on the wire: money in euros, ids as strings. Named schemas go into `components`. */
export class Components {
  readonly schemas: Record<string, Json> = {};

  of(schema: z.ZodType): Json {
    const made = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      metadata: named,
      override: ({ zodSchema, jsonSchema }) => {
        Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
        nameFields(jsonSchema);
      },
    });
    const {
      $schema: _,
      $defs = {},
      ...rest
    } = JSON.parse(JSON.stringify(made).replace(/"\$ref":"#\/\$defs\/(\w+)"/g, reference)) as Json & {
      $defs?: Record<string, Json>;
    };
    for (const [name, { id: __, ...each }] of Object.entries($defs)) this.schemas[name] ??= each;
    return rest;
  }
}
