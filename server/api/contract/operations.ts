import { z } from 'zod';
import { article, fittingVehicles, listing, oeNumbers, product, sorts } from './articles.js';
import {
  addBody,
  addQuery,
  cartAnswer,
  cartCount,
  generateBody,
  optimise,
  planBody,
  quantityBody,
  session,
} from './carts.js';
import { navigation } from './catalogue.js';
import { directory, directoryKinds } from './directory.js';
import { offerContext, offers, reduction } from './offers.js';
import { rating, reviews } from './reputation.js';
import { decimalId, edition, listLimits, modelId, opaqueId, slug } from './scalars.js';
import {
  brandDetail,
  brands,
  fullTextResult,
  partNumberResult,
  searchTerm,
  suggestionContext,
  suggestionQuery,
  suggestions,
  writtenNumber,
} from './search.js';
import { shopDetail, shopText, shopTextKinds } from './shops.js';
import { done, loginBody, savedVehicles, saveVehicleBody } from './users.js';
import { foundVehicle, keyNumbers, manufacturer, model, plate, series, seriesPageDetail, vehicle } from './vehicles.js';
import { withdrawalBody, withdrawalReceipt } from './withdrawals.js';

/** How long the web tier may keep an answer (D38): catalogue 6 h, offers 60 s, pictures for ever, the rest never. */
export type CachePolicy = 'catalogue' | 'offers' | 'picture' | 'never';
/** Which of the marketplace's two threads answers: catalogue reads, or sessions, carts and users. */
export type Room = 'catalogue' | 'state';

interface Shape {
  readonly method: 'GET' | 'POST';
  /** path-to-regexp notation; parameters are named as in `params`. */
  readonly path: string;
  readonly room: Room;
  readonly cache: CachePolicy;
  /** Goes with the `trust` header: prices of all shops are what strangers would like to copy. */
  readonly isTrusted?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
}
const operation = <const S extends Shape>(shape: S): S => shape;
const read = { method: 'GET', room: 'catalogue', cache: 'catalogue' } as const;
const cartWrite = { method: 'POST', room: 'state', cache: 'never', answer: cartAnswer } as const;
const userWrite = { method: 'POST', room: 'state', cache: 'never', answer: done } as const;
const id = z.object({ id: decimalId });
const line = z.object({ id: opaqueId });

/** The context of a catalogue page; `id` belongs to `type` (1 manufacturer, 2 series page, 3 model). */
export const contextQuery = {
  type: z.enum(['1', '2', '3']).optional(),
  id: modelId.optional(),
  categoryId: decimalId.optional(),
};
const listingQuery = z.object({
  ...edition,
  f: z.string().max(2048).optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  sort: z.enum(sorts).default('popularity'),
  modelId: modelId.optional(),
  /** A national type number, or maker and type key: names a model within the context of the path; else ignored (D48). */
  kbaTypeId: decimalId.optional().catch(undefined),
  hsntsn: keyNumbers.optional().catch(undefined),
});
/** A national vehicle type number picks its model (D48). */
const kbaQuery = z.object({ kbaTypeId: decimalId });

/**
 * Every call between the web tier and the marketplace, by name. `GET /api{path}` of the specification is
 * `listing` (a category in a vehicle context) and `article`; the web tier reads the page path with its route
 * table and asks with neutral words, since slugs in API paths say nothing (D20, D41, D51).
 */
export const operations = {
  manufacturers: operation({
    ...read,
    path: '/api/vehicle/manufacturers',
    query: z.object({ ...edition, ...listLimits, categoryId: decimalId.optional() }),
    answer: z.array(manufacturer),
  }),
  manufacturer: operation({
    ...read,
    path: '/api/vehicle/manufacturers/:id',
    params: id,
    query: z.object(edition),
    answer: manufacturer,
  }),
  manufacturerSeries: operation({
    ...read,
    path: '/api/vehicle/manufacturers/:id/series',
    params: id,
    query: z.object({ ...edition, ...listLimits }),
    answer: z.array(series),
  }),
  seriesModels: operation({
    ...read,
    path: '/api/vehicle/series/:id/models',
    params: id,
    query: z.object({ ...edition, ...listLimits }),
    answer: z.array(model),
  }),
  seriesPage: operation({
    ...read,
    path: '/api/vehicle/series-pages/:id',
    params: id,
    query: z.object(edition),
    answer: seriesPageDetail,
  }),
  model: operation({
    ...read,
    path: '/api/vehicle/models/:modelId',
    params: z.object({ modelId }),
    query: z.object(edition),
    answer: vehicle,
  }),
  kbaModel: operation({
    ...read,
    path: '/api/vehicle/kba/:kbaTypeId',
    params: kbaQuery,
    query: z.object(edition),
    answer: vehicle,
  }),
  /** Where nothing has the keys as written, O and 0 are taken for one another (D37). No hit is an empty list (D19). */
  hsntsn: operation({
    ...read,
    path: '/api/vehicle/hsntsn/:keys',
    params: z.object({ keys: keyNumbers }),
    query: z.object(edition),
    answer: z.array(foundVehicle),
  }),
  /** A plate is personal: never kept, never logged (D30). */
  license: operation({
    ...read,
    cache: 'never',
    path: '/api/vehicle/license/fr/:plate',
    params: z.object({ plate }),
    query: z.object(edition),
    answer: z.array(foundVehicle),
  }),
  navigation: operation({
    ...read,
    path: '/api/navigation',
    query: z.object({ ...edition, ...contextQuery }),
    answer: navigation,
  }),
  offers: operation({
    ...read,
    cache: 'offers',
    path: '/api/Angebote',
    query: z.object({
      ...edition,
      sparePartId: decimalId,
      categoryId: decimalId.optional(),
      modelId: modelId.optional(),
      ...offerContext,
    }),
    isTrusted: true,
    answer: offers,
  }),
  reduction: operation({
    ...read,
    cache: 'offers',
    path: '/api/Preissenkung',
    query: z.object({ ...edition, categoryId: decimalId }),
    answer: reduction,
  }),
  /** What goes with a part, for the same vehicle; not to be had in the country is left out. Links are the web tier's. */
  recommendation: operation({
    ...read,
    cache: 'offers',
    path: '/api/recommendation/spare-part/:id',
    params: id,
    query: z.object({ ...edition, modelId: modelId.optional() }),
    answer: z.array(product),
  }),
  fittingVehicles: operation({
    ...read,
    path: '/api/Artikel/:id/Fahrzeuge',
    params: id,
    query: z.object({ ...edition, modelId: modelId.optional() }),
    answer: fittingVehicles,
  }),
  oeNumbers: operation({
    ...read,
    path: '/api/Artikel/:id/Originalteile',
    params: id,
    query: z.object({ ...edition, modelId: modelId.optional() }),
    answer: oeNumbers,
  }),
  picture: operation({
    ...read,
    cache: 'picture',
    path: '/api/Bilder/:name.svg',
    params: z.object({ name: z.string().regex(/^[A-Za-z]{2,32}$/) }),
    /** `a` holds the attributes of the drawing as `key:value` pairs separated by `;`. */
    query: z.object({ a: z.string().max(512).default(''), small: z.enum(['1']).optional() }),
    answer: z.string().meta({ description: 'image/svg+xml' }),
  }),
  shop: operation({
    ...read,
    cache: 'offers',
    path: '/api/Shop/:slug',
    params: z.object({ slug }),
    query: z.object(edition),
    answer: shopDetail,
  }),
  shopText: operation({
    ...read,
    path: '/api/Shop/:slug/:text',
    params: z.object({ slug, text: z.enum(shopTextKinds) }),
    query: z.object(edition),
    answer: shopText,
  }),
  brands: operation({ ...read, path: '/api/Marken', query: z.object(edition), answer: brands }),
  brand: operation({
    ...read,
    cache: 'offers',
    path: '/api/Marken/:id',
    params: id,
    query: z.object(edition),
    answer: brandDetail,
  }),
  partNumber: operation({
    ...read,
    cache: 'offers',
    path: '/api/Teilenummern/:number',
    params: z.object({ number: writtenNumber }),
    query: z.object({
      ...edition,
      categoryId: decimalId.optional(),
      brandId: decimalId.optional(),
      modelId: modelId.optional(),
    }),
    answer: partNumberResult,
  }),
  fullText: operation({
    ...read,
    cache: 'offers',
    path: '/api/Volltextsuche/:term',
    params: z.object({ term: searchTerm }),
    query: z.object({ ...edition, type: contextQuery.type, id: contextQuery.id }),
    answer: fullTextResult,
  }),
  /** Without prices, so that an answer is kept as long as the catalogue. */
  suggestions: operation({
    ...read,
    path: '/api/search/suggestions',
    query: z.object({ ...edition, query: suggestionQuery, ...suggestionContext }),
    answer: suggestions,
  }),
  /** The marketplace's own; the shop asks for it where it has no account at Trusted Shops. */
  rating: operation({ ...read, path: '/api/TrustedShops/Rating', query: z.object(edition), answer: rating }),
  /** In the language of the edition, the latest first. */
  reviews: operation({ ...read, path: '/api/TrustedShops/Reviews', query: z.object(edition), answer: reviews }),
  /**
   * Products of a universal leaf, named by the filter `cleaf` (its leafNumber), or of a search; at least one of the two.
   * A page of 8 is the short list beside other things: without filters, as with `productsOnly` (D21, specification 9).
   */
  searchProducts: operation({
    ...read,
    cache: 'offers',
    path: '/api/search/products',
    query: z.object({
      ...edition,
      query: searchTerm.optional(),
      f: z.string().max(8192).optional(),
      page: listingQuery.shape.page,
      sort: listingQuery.shape.sort,
      pageSize: z.coerce.number().int().min(1).max(60).default(20),
      productsOnly: z.enum(['0', '1']).optional(),
      modelId: modelId.optional(),
    }),
    answer: listing,
  }),
  directory: operation({
    ...read,
    path: '/api/Verzeichnis/:kind',
    params: z.object({ kind: z.enum(directoryKinds) }),
    query: z.object({ ...edition, page: z.coerce.number().int().min(1).max(10_000).default(1) }),
    answer: directory,
  }),
  session: operation({ method: 'POST', room: 'state', cache: 'never', path: '/api/session', answer: session }),
  cart: operation({
    method: 'GET',
    room: 'state',
    cache: 'never',
    path: '/api/Warenkorb',
    query: z.object(edition),
    answer: cartAnswer,
  }),
  cartCount: operation({
    method: 'GET',
    room: 'state',
    cache: 'never',
    path: '/api/Warenkorb/count',
    query: z.object(edition),
    answer: cartCount,
  }),
  cartAdd: operation({
    ...cartWrite,
    path: '/api/Warenkorb/Hinzufuegen/:id',
    params: id,
    query: z.object({ ...edition, ...addQuery }),
    body: addBody,
  }),
  cartChange: operation({
    ...cartWrite,
    path: '/api/Warenkorb/Aendern/:id',
    params: line,
    query: z.object(edition),
    body: quantityBody,
  }),
  cartDelete: operation({
    ...cartWrite,
    path: '/api/Warenkorb/Loeschen/:id',
    params: line,
    query: z.object(edition),
  }),
  /** Gives a line to another offer of the same part. */
  cartReplace: operation({
    ...cartWrite,
    path: '/api/Warenkorb/Ersetzen/:id/:offer',
    params: line.extend({ offer: decimalId }),
    query: z.object(edition),
  }),
  /** All replacements of a plan or none, with the cart before it kept. */
  cartPlan: operation({ ...cartWrite, path: '/api/Warenkorb/Plan', query: z.object(edition), body: planBody }),
  cartOptimise: operation({
    method: 'GET',
    room: 'state',
    cache: 'never',
    path: '/api/Warenkorb/optimize',
    query: z.object(edition),
    answer: optimise,
  }),
  cartGenerate: operation({
    ...cartWrite,
    path: '/api/Warenkorb/Generieren',
    query: z.object(edition),
    body: generateBody,
  }),
  /** Puts the cart back as it was before a change of the whole (D31). */
  cartRestore: operation({
    ...cartWrite,
    path: '/api/Warenkorb/Wiederherstellen/:id',
    params: line,
    query: z.object(edition),
  }),
  /** Binds the session to a user; answers the new session that takes the place of the one that came (RFC 9700, 2.1). */
  login: operation({ ...userWrite, path: '/api/user/Anmelden', body: loginBody, answer: session }),
  logout: operation({ ...userWrite, path: '/api/user/Abmelden' }),
  userDelete: operation({ ...userWrite, path: '/api/user/Loeschen' }),
  userVehicles: operation({
    method: 'GET',
    room: 'state',
    cache: 'never',
    path: '/api/user/vehicles',
    query: z.object(edition),
    answer: savedVehicles,
  }),
  userVehicleSave: operation({ ...userWrite, path: '/api/user/vehicles', body: saveVehicleBody }),
  userVehicleDelete: operation({
    ...userWrite,
    path: '/api/user/vehicles/Loeschen/:modelId',
    params: z.object({ modelId }),
  }),
  withdrawal: operation({
    method: 'POST',
    room: 'state',
    cache: 'never',
    path: '/api/Widerruf',
    query: z.object(edition),
    body: withdrawalBody,
    answer: withdrawalReceipt,
  }),
  article: operation({
    ...read,
    cache: 'offers',
    path: '/api/Teilenummernsuche/:brand/:number',
    params: z.object({ brand: slug, number: z.string().regex(/^[A-Z0-9]{1,40}$/) }),
    query: z.object({ ...edition, modelId: modelId.optional() }),
    answer: article,
  }),
  /** Comes last: its path matches anything of its shape. `tail` is read by `parseTail`. */
  listing: operation({
    ...read,
    cache: 'offers',
    path: '/api/:first/:second/:tail',
    params: z.object({ first: z.string(), second: z.string(), tail: z.string().max(80) }),
    query: listingQuery,
    answer: listing,
  }),
} satisfies Record<string, Shape>;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
export type Operation = Shape;
type Part<I extends OperationId, K extends string> =
  Operations[I] extends Record<K, infer S extends z.ZodType> ? S : never;
type OutputOf<S> = [S] extends [never] ? unknown : S extends z.ZodType ? z.output<S> : never;
type InputOf<S> = [S] extends [never] ? unknown : S extends z.ZodType ? z.input<S> : never;

/** What a handler of the marketplace receives: parsed parameters, query and body in one object. */
export type Request<I extends OperationId> = OutputOf<Part<I, 'params'>> &
  OutputOf<Part<I, 'query'>> &
  OutputOf<Part<I, 'body'>>;
/** What a caller passes: the same before parsing. */
export type Call<I extends OperationId> = InputOf<Part<I, 'params'>> &
  InputOf<Part<I, 'query'>> &
  InputOf<Part<I, 'body'>>;
/** The answer on the wire (money in euros), as the marketplace writes it. */
export type Wire<I extends OperationId> = z.input<Operations[I]['answer']>;
/** The answer as parsed by the client (money in cents). */
export type Answer<I extends OperationId> = z.output<Operations[I]['answer']>;

/** Headers of a call besides the usual ones. */
export const callHeaders = {
  /** The visitor's session, from the web tier's cookie. */
  session: 'x-session',
  requestId: 'x-request-id',
  /** One key per intended write; a repeat within a day has no further effect (D53). */
  idempotencyKey: 'idempotency-key',
  /** The word that the web tier and its marketplace share, on the calls that need it (specification 7). */
  trust: 'trust',
  /** On every answer: the catalogue it was read from (D63). */
  generation: 'x-catalogue-generation',
} as const;
