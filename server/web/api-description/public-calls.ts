import { z } from 'zod';
import { article, fits, listing, product } from '../../contract/articles.js';
import { cartResponse, cartShipping } from '../../contract/carts.js';
import { category, navigation } from '../../contract/catalogue.js';
import { decimalId } from '../../contract/ids.js';
import { pieces } from '../../contract/offers.js';
import type { Operation } from '../../contract/operations/operation.js';
import { operations } from '../../contract/operations/operations.js';
import { type ProblemCode, problemStatus } from '../../contract/problem.js';
import { reviews } from '../../contract/reputation.js';
import { fullTextResult, productSuggestion, suggestions } from '../../contract/search.js';
import { done, saveVehicleBody } from '../../contract/users.js';
import { vehicle } from '../../contract/vehicles.js';
import rows from './calls.json' with { type: 'json' };
import { navigationItem } from './named-schemas.js';

/** Descriptions in `calls.json`, in the order in which clients need the calls. */
const describedCall = z.strictObject({
  id: z.string(),
  tag: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  /** Description of a call that the marketplace does not have. */
  path: z.string().optional(),
  media: z.string().default('application/json'),
  /** The call needs the check headers (D28). */
  isChecked: z.boolean().default(false),
  /** The call reads or writes the data of a session. */
  session: z.enum(['read', 'write']).optional(),
  /** Codes besides those of every call. */
  errors: z.array(z.enum(Object.keys(problemStatus) as ProblemCode[])).default([]),
});

/** Parameters, body and response of a public call. */
interface Shape {
  readonly params?: z.ZodObject | undefined;
  readonly query?: z.ZodObject | undefined;
  readonly body?: z.ZodType | undefined;
  readonly response: z.ZodType;
  /** The call reads edition and delivery country (D41). */
  readonly hasAudience: boolean;
}

/** A call that is open to everybody. */
export interface PublicCall extends z.output<typeof describedCall>, Shape {
  readonly method: 'get' | 'post';
  /** Path in the notation of OpenAPI. */
  readonly path: string;
}

const linked = { href: z.string() };
const labelled = { ...linked, label: z.string() };
const suggestedCategories = z.array(category.extend(labelled));
const suggestedProducts = z.array(productSuggestion.extend(linked));
const audience = z.object({ locale: z.string(), country: z.string() });
const writesCart = { response: cartResponse };

/** Calls that the shop answers differently from its marketplace, and calls that only the shop has. */
const ownShapes: Readonly<Record<string, Partial<Shape>>> = {
  listing: { response: listing },
  article: { response: article },
  navigation: { response: navigation.extend({ items: z.array(navigationItem) }) },
  fits: { response: z.array(fits.element.extend({ text: z.string() })) },
  recommendation: { response: z.array(product.extend({ ...linked, amount: z.string() })) },
  photograph: { response: z.string().meta({ format: 'binary' }) },
  searchProducts: { response: listing },
  fullText: { response: fullTextResult },
  suggestions: {
    response: suggestions.extend({
      universal: suggestedCategories,
      vehicleSpecific: suggestedCategories,
      specific: suggestedCategories,
      products: suggestedProducts,
      universalProducts: suggestedProducts,
      vehicle: vehicle.extend(labelled).nullable(),
      vehicles: z.array(vehicle.extend(labelled)),
    }),
  },
  rating: {
    hasAudience: true,
    response: z.object({
      shop: z
        .object({
          name: z.string(),
          qualityIndicators: z.object({
            reviewIndicator: z.object({ overallMark: z.number(), totalReviewCount: z.number().int() }),
          }),
        })
        .nullable(),
    }),
  },
  reviews: { hasAudience: true, response: reviews },
  session: {
    query: undefined,
    response: z.object({
      sid: z.string(),
      csr: z.string().meta({ description: 'Value of `x-csr`' }),
      ts: z.number().int().meta({ description: 'Value of `x-ts`' }),
    }),
  },
  cart: { query: audience, response: cartResponse },
  cartShipping: {
    query: audience.extend({ sparePartId: decimalId, quantity: pieces.default(1) }),
    response: cartShipping.extend({
      offers: z.array(cartShipping.shape.offers.element.extend({ amount: z.string() })),
    }),
  },
  cartAdd: writesCart,
  cartChange: writesCart,
  cartDelete: writesCart,
  cartReplace: writesCart,
  cartPlan: writesCart,
  cartEquivalentPlan: writesCart,
  cartRestore: writesCart,
  signedCart: { hasAudience: true, response: z.object({ cart: z.string().nullable() }) },
  userVehicleSave: { body: saveVehicleBody, hasAudience: true, response: done },
  userVehicleDelete: { hasAudience: true, response: done },
};

/** @throws RangeError if path or response of a call are unknown */
function publicCall(described: z.output<typeof describedCall>): PublicCall {
  const known: Readonly<Record<string, Operation>> = operations;
  const operation = described.path === undefined ? known[described.id] : undefined;
  const shape = { ...operation, ...ownShapes[described.id] };
  const path = described.path ?? operation?.path.replace(/:(\w+)/g, '{$1}');
  if (path === undefined || !shape.response) throw new RangeError(`${described.id}: there is no such call`);
  const hasAudience = shape.query?.shape.locale !== undefined;
  return {
    ...described,
    method: operation?.method === 'POST' ? 'post' : 'get',
    path,
    params: shape.params,
    query: hasAudience ? shape.query?.omit({ locale: true, country: true }) : shape.query,
    body: shape.body,
    response: shape.response,
    hasAudience: shape.hasAudience ?? hasAudience,
  };
}

/** All calls of the description. */
export const publicCalls: readonly PublicCall[] = z.array(describedCall).parse(rows).map(publicCall);
