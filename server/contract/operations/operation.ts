import { z } from 'zod';
import { country } from '../countries.js';
import { decimalId, modelId, opaqueId } from '../ids.js';
import { locale } from '../locales.js';

/** How long the web tier may keep a response (D38): catalogue 6 h, offers 60 s, pictures for ever, the rest never. */
export type CachePolicy = 'catalogue' | 'offers' | 'picture' | 'never';
/** Media types of the operations that answer with a picture; all others answer with JSON. */
export const pictureTypes: Readonly<Record<string, string>> = { picture: 'image/svg+xml', photograph: 'image/jpeg' };
/** Which of the marketplace's two threads answers: catalogue reads, or sessions, carts and users. */
export type ServiceName = 'catalogue' | 'state';

/** One call, as both sides of the contract read it. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  /** path-to-regexp notation; parameters are named as in `params`. */
  readonly path: string;
  readonly service: ServiceName;
  readonly cache: CachePolicy;
  /**
   * Goes with the `trust` header: prices of all shops are what strangers would copy, sessions what they would take
   * over.
   */
  readonly isTrusted?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Bytes of the longest body, where it may be longer than usual. */
  readonly longestBody?: number;
  readonly response: z.ZodType;
}
export const operation = <const O extends Operation>(description: O): O => description;

/** Parameters of every call: language of texts, country of prices (D41). */
export const edition = z.object({ locale: locale.default('de-DE'), country: country.default('DE') });

/**
 * Common parts of some operations. Returns a function that makes one from its path, its response and its other fields.
 */
const sharing =
  <const Shared extends Pick<Operation, 'method' | 'service' | 'cache' | 'isTrusted'>>(shared: Shared) =>
  <Response extends z.ZodType, More extends Pick<Operation, 'params' | 'query' | 'body'>>(
    path: string,
    response: Response,
    more: More,
  ) => ({ ...shared, path, response, query: edition, ...more });

/** Reads of the catalogue, by how long their response may be kept. */
export const read = sharing({ method: 'GET', service: 'catalogue', cache: 'catalogue' });
export const readOffers = sharing({ method: 'GET', service: 'catalogue', cache: 'offers' });
/** Its caller names the owner of carts and accounts: the marketplace believes a login that the shop has checked. */
export const state = { service: 'state', cache: 'never', isTrusted: true } as const;
export const readState = sharing({ ...state, method: 'GET' });
export const write = sharing({ ...state, method: 'POST' });

export const id = z.object({ id: decimalId });
export const line = z.object({ id: opaqueId });

/** The context of a catalogue page; `id` belongs to `type` (1 manufacturer, 2 series page, 3 model). */
export const contextQuery = {
  type: z.enum(['1', '2', '3']).optional(),
  id: modelId.optional(),
  categoryId: decimalId.optional(),
};
