import type { z } from 'zod';
import { countries } from '../../contract/countries.js';
import { encodeFilters } from '../../contract/filter-code.js';
import { locales } from '../../contract/locales.js';
import type { Components } from './named-schemas.js';
import type { PublicCall } from './public-call.js';

type Json = Record<string, unknown>;

/** What parameters say, by name. */
const told: Readonly<Record<string, string>> = {
  a: 'Attributes of the drawing as `key:value`, separated by `;`',
  brand: 'Brand: in a path its `seoName`, in a query its id',
  category: 'The same as `categoryId`',
  categoryId: 'Category by its `urlId`',
  content: 'Short for what the picture shows',
  deliveryCountry: 'The same as `country`; an unknown one is ignored',
  exact: 'Words are searched for as they are written',
  exclude: 'Ids that are left out, separated by commas',
  f: 'Filters: base64url of `[{"key":"brand","values":["30"]}]`, at most 20 keys and 2 kB. Unreadable ones (`f`) are ignored, and so are keys (`f:key`) and values (`f:key=value`) that do not exist; the list names them in `ignored`. Of two steps of `delivery_days` or `shop_rating` the narrower counts',
  first: 'Any word; pages have the category here',
  hsntsn: 'German key number that names the model',
  ids: 'Up to 60 ids of products, separated by commas',
  kbaTypeId: 'National type number that names the model',
  keys: 'HSN and TSN in one word',
  limit: 'As many of the most popular; left out, all',
  modelId: 'Vehicle, by the id of its model',
  name: 'Kind of part',
  number: 'Part number in capitals without spaces and signs',
  offer: 'Id of the offer that takes its place',
  page: 'Page of the list, from 1',
  pageSize: 'Entries of a page; 8 is the short list without filters',
  plate: 'French plate',
  productsOnly: 'Without filters and counts',
  quantity: 'Pieces that are wanted',
  query: 'Words to search for',
  second: 'Any word; pages have the vehicle here',
  small: 'A small drawing without measures',
  sort: 'Order of the list',
  sparePartId: 'Id of the product',
  tail: 'Kind and id of the vehicle, category, brand: `3-1874-1523`',
  term: 'Words to search for',
  topLevelCategory: 'Root that the product must be in',
  type: 'Kind of `id`: 1 make, 2 series page, 3 model',
  unit: 'What `quantity` counts',
  vehicleManufacturerId: 'Make that the product must fit',
  vehicleModelId: 'Model that the product must fit',
  vehicleSeriesGroupId: 'Series page that the product must fit',
};
/** What `id` is the id of, by call. */
const ids: Readonly<Record<string, string>> = {
  manufacturer: 'Make',
  manufacturerSeries: 'Make',
  seriesModels: 'Series',
  seriesPage: 'Series page',
  navigation: 'Vehicle, by its id of the kind `type`',
  fullText: 'Vehicle, by its id of the kind `type`',
  fittingVehicles: 'Product',
  oeNumbers: 'Product',
  priceHistory: 'Product',
  recommendation: 'Product',
  photograph: 'Product',
  cartAdd: 'Offer',
  cartChange: 'Line of the cart',
  cartDelete: 'Line of the cart',
  cartReplace: 'Line of the cart',
  cartRestore: '`id` of `undo`',
};
const samples: Readonly<Record<string, unknown>> = {
  ...{
    a: 'diameter:288',
    brand: 'Kelvo',
    categoryId: '1523',
    category: '1523',
    content: 'h9NeaJzw_BPW',
    country: 'DE',
  },
  ...{ exact: '1', exclude: '121,138', f: encodeFilters([{ key: 'brand', values: ['30'] }]), first: 'Bremsscheiben' },
  ...{ ids: '219,220', limit: 10, modelId: '1874', name: 'disc', number: 'KV28825', page: 1, pageSize: 20 },
  ...{ query: 'bremse', second: 'Golf-IV', small: '1', sort: 'price', tail: '3-1874-1523', type: '3', unit: 'pack' },
  ...{
    'query.brand': '30',
    quantity: 2,
    plate: 'AA-123-ZZ',
    term: 'bremsscheibe',
    productsOnly: '0',
    line: 'kX3_p0Zq-71bVd2A',
  },
};

/** A parameter of one call, or the name of one that calls share. */
export type DescribedParameter = { readonly $ref: string } | OwnParameter;
export interface OwnParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Json;
  readonly example?: unknown;
}

const reference = (name: string): DescribedParameter => ({ $ref: `#/components/parameters/${name}` });

/** What calls share: edition and delivery country (D41), and the key of a write (D53). */
export const sharedParameters: Readonly<Record<string, OwnParameter>> = {
  Locale: {
    name: 'locale',
    in: 'query',
    description:
      'Edition: language of texts and errors. Counts before the header `x-locale` and the host; left out everywhere, de-DE.',
    schema: { type: 'string', enum: locales },
    example: 'fr-FR',
  },
  LocaleHeader: {
    name: 'x-locale',
    in: 'header',
    description: 'The same, where `locale` is not in the query',
    schema: { type: 'string', enum: locales },
    example: 'fr-FR',
  },
  Country: {
    name: 'country',
    in: 'query',
    description:
      'Delivery country of prices; left out, that of the cookie `country`, else of the edition. An unknown one is ignored.',
    schema: { type: 'string', enum: countries },
    example: 'FR',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'One per intended write. A repeat within a day has no further effect and answers with the cart as it is now; another write with the same key is 422.',
    schema: { type: 'string', pattern: '^[\\w-]{8,64}$' },
    example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
  },
};

/** The parameters of a call as OpenAPI tells them. */
export function parametersOf(call: PublicCall, components: Components): DescribedParameter[] {
  return [
    ...own(call, call.params, 'path', components),
    ...own(call, call.query, 'query', components),
    ...(call.hasAudience ? ['Locale', 'LocaleHeader', 'Country'].map(reference) : []),
    ...(call.session === 'write' ? [reference('IdempotencyKey')] : []),
  ];
}

function own(
  call: PublicCall,
  schema: z.ZodObject | undefined,
  where: 'path' | 'query',
  components: Components,
): OwnParameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = components.of(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { examples, ...each }]) => {
    const description = name === 'id' ? ids[call.id] : told[name];
    if (description === undefined) throw new RangeError(`${call.id}: the parameter ${name} is not told`);
    const [own] = (examples as unknown[] | undefined) ?? [];
    return {
      name,
      in: where,
      description,
      required: where === 'path' || (required.includes(name) && each.default === undefined),
      schema: each,
      example: samples[`${where}.${name}`] ?? samples[name] ?? own ?? each.default,
    };
  });
}
