import samples from './samples.json' with { type: 'json' };

type Json = Record<string, unknown>;

/** Sample values by field name, taken from the demonstration. */
const sampleOfField: Readonly<Record<string, unknown>> = samples;

/** Returns an example that a schema allows: that of its field's name, else its own, else one made of its parts. */
export function sampleOf(
  schema: Json,
  components: Readonly<Record<string, Json>>,
  name = '',
  inside: readonly string[] = [],
): unknown {
  const {
    $ref,
    examples,
    const: only,
    enum: words,
    anyOf,
    oneOf,
  } = schema as Record<string, unknown[]> & { $ref?: string };
  if ($ref !== undefined) {
    const id = $ref.split('/').at(-1) ?? '';
    // Ends a recursive schema.
    return inside.includes(id) ? undefined : sampleOf(components[id] ?? {}, components, name, [...inside, id]);
  }
  const kind = [schema.type].flat()[0];
  if (only !== undefined) return only;
  if (words) return words[0];
  if (name in samples && mayBe(schema, sampleOfField[name])) return sampleOfField[name];
  if (examples) return examples[0];
  const choice = (anyOf ?? oneOf) as Json[] | undefined;
  if (choice) return sampleOf(choice[0] ?? {}, components, name, inside);
  if (Array.isArray(schema.prefixItems))
    return schema.prefixItems.map((each: Json) => sampleOf(each, components, name, inside));
  if (kind === 'array') {
    const item = sampleOf(schema.items as Json, components, name, inside);
    return item === undefined ? [] : [item];
  }
  if (kind === 'object') return objectOf(schema, components, inside);
  if (kind === 'integer' || kind === 'number') return Math.max(1, Number(schema.minimum ?? 1));
  return kind === 'boolean' ? false : name;
}

/** Returns whether a schema allows the type of a value. Objects are made of their fields instead. */
function mayBe({ type, anyOf, items }: Json, value: unknown): boolean {
  if (Array.isArray(anyOf)) return anyOf.some((each: Json) => mayBe(each, value));
  const kinds = [type].flat();
  if (value === null) return kinds.includes('null');
  if (Array.isArray(value)) return kinds.includes('array') && value.every((each) => mayBe(items as Json, each));
  return kinds.includes(typeof value) || (Number.isInteger(value) && kinds.includes('integer'));
}

function objectOf(schema: Json, components: Readonly<Record<string, Json>>, inside: readonly string[]): Json {
  const { properties } = schema as Record<string, Record<string, Json> | undefined>;
  return Object.fromEntries(
    Object.entries(properties ?? {}).flatMap(([key, each]) => {
      const sample = sampleOf(each, components, key, inside);
      return sample === undefined ? [] : [[key, sample]];
    }),
  );
}
