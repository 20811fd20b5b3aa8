type Json = Record<string, unknown>;

/** What fields hold for example, by name; of the demonstration. */
const samples: Readonly<Record<string, unknown>> = {
  ...{
    title: 'Bremsscheibe, Vorderachse, 288 mm',
    name: 'Kelvo',
    fullName: 'VW Golf IV 1.9 TDI',
    shortName: 'Golf IV',
  },
  ...{ label: 'Durchmesser', value: '288', unit: 'mm', key: 'diameter', text: 'bremse', note: 'bis 07.2003' },
  ...{
    articleNumber: 'KV 288-25',
    normNumber: 'KV28825',
    number: 'KV28825',
    ean: '4006381333931',
    gtin: '4006381333931',
    term: 'bremsscheibe',
  },
  ...{ seoName: 'Kelvo', slug: 'Kelvo', seoAlias: 'Bremsscheiben', seoText: 'Bremsscheiben.', description: 'Bremsen.' },
  ...{ url: '/api/Bilder/disc.svg?a=diameter:288', alt: 'Bremsscheibe', imageFilename: 'disc', logo: null },
  ...{ width: 640, height: 480, country: 'DE', city: 'Kiel', host: 'www.kelvo.example', docNo: 'MA-288' },
  ...{ price: 41.8, unitPrice: 41.8, lowestPrice: 41.8, goods: 41.8, sum: 41.8, priceSum: 41.8, lowest30: 39.9 },
  ...{ shipping: 4.95, shippingSum: 4.95, totalPrice: 46.75, lowestTotal: 46.75, total: 46.75, priceTotal: 46.75 },
  ...{ refund: 0, refundSum: 0, saving: 3.2, cost: 4.5, previousPrice: null, freeShippingFrom: 99, previousSum: 45 },
  ...{ rating: 4.82, overallMark: 4.82, mark: 5, ratingCount: 312, totalReviewCount: 11542, minShopFeedbackAvg: 4.82 },
  ...{ stock: 12, days: 30, min: 1, max: 3, pieces: null, quantity: 1, packs: 1, packSize: null, usualPieces: 2 },
  ...{ kw: 74, ps: 101, ccm: 1896, hsn: '0603', tsn: 'BGU', productionYearStart: 1997, productionYearEnd: 2003 },
  ...{ count: 12, resultCount: 128, availablePageCount: 7, countArticles: 1, results: 12, offerCount: 9, level: 2 },
  ...{ popularity: 140, articleCount: 640, leafNumber: 3, langNo: 255, articles: 1, lines: 1, skipped: 0, noise: 71 },
  ...{
    comment: 'Schnell geliefert.',
    creationDate: '2026-07-14T09:30:00Z',
    from: '2026-07-01',
    at: '2026-07-01T00:00:00Z',
  },
  ...{ link: '/Bremsscheiben/Alle-Fahrzeuge/--1523', href: '/Bremsscheiben/Golf-IV/3-1874-1523', amount: '41,80 €' },
  ...{
    csr: '9f2c…',
    ts: 1784030400,
    code: 'gone',
    place: 'Vorderachse',
    address: 'Kelvo GmbH, Kiel',
    email: 'info@kelvo.example',
  },
  ...{
    notes: ['bis 07.2003'],
    warnings: [],
    euResponsible: null,
    recall: null,
    tyreLabel: null,
    durability: null,
    basePrice: null,
  },
  ...{ checks: [], documents: [], choices: [], f: '', reduction: null, corrected: null, ignored: undefined },
  ...{ shop: 'Nord-Teile', manufacturer: 'Volkswagen', rest: 'bremsscheibe', fuel: 'C', wetGrip: 'B', noiseClass: 'B' },
};

/**
 * An example that a schema allows: its own, else that of the field's name, else made of its parts.
 * @param components schemas that references name
 */
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
    // What holds itself ends there.
    return inside.includes(id) ? undefined : sampleOf(components[id] ?? {}, components, name, [...inside, id]);
  }
  const kind = [schema.type].flat()[0];
  if (only !== undefined) return only;
  if (words) return words[0];
  if (name in samples && mayBe(schema, samples[name])) return samples[name];
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

/** Whether a value is of a kind that a schema allows; objects are made of their fields. */
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
