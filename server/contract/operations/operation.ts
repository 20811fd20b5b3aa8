import { z } from 'zod';
import { country } from '../countries.js';
import { decimalId, modelId, opaqueId } from '../ids.js';
import { locale } from '../locales.js';

/** Time for which the web tier caches a response (D38): catalogue 6 h, offers 60 s, pictures for ever. */
export type CachePolicy = 'catalogue' | 'offers' | 'picture' | 'never';
/** Media types of operations whose responses are pictures. */
export const pictureTypes: Readonly<Record<string, string>> = { picture: 'image/svg+xml', photograph: 'image/jpeg' };
/** Thread of the marketplace that answers: catalogue reads, or sessions, carts and users. */
export type ServiceName = 'catalogue' | 'state';

export interface Operation {
  readonly method: 'GET' | 'POST';
  /** Path in the notation of path-to-regexp, with the names in `params`. */
  readonly path: string;
  readonly service: ServiceName;
  readonly cache: CachePolicy;
  /** The call needs the `trust` header, because strangers would copy prices of all shops or take over sessions. */
  readonly isTrusted?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Most bytes of a body that may be longer than usual. */
  readonly maxBodyBytes?: number;
  readonly response: z.ZodType;
}
export const operation = <const O extends Operation>(description: O): O => description;

/** Parameters of every call: language and delivery country (D41). */
export const edition = z.object({ locale: locale.default('de-DE'), country: country.default('DE') });

/** Returns a function that makes operations with common parts. */
const sharing =
  <const Shared extends Pick<Operation, 'method' | 'service' | 'cache' | 'isTrusted'>>(shared: Shared) =>
  <Response extends z.ZodType, More extends Pick<Operation, 'params' | 'query' | 'body'>>(
    path: string,
    response: Response,
    more: More,
  ) => ({ ...shared, path, response, query: edition, ...more });

/** Reads of the catalogue, by cache policy. */
export const read = sharing({ method: 'GET', service: 'catalogue', cache: 'catalogue' });
export const readOffers = sharing({ method: 'GET', service: 'catalogue', cache: 'offers' });
/** The caller names the owner of carts and accounts, so the marketplace must trust its check of the login. */
export const state = { service: 'state', cache: 'never', isTrusted: true } as const;
export const readState = sharing({ ...state, method: 'GET' });
export const write = sharing({ ...state, method: 'POST' });

export const id = z.object({ id: decimalId });
export const line = z.object({ id: opaqueId });

/** Context of a catalogue page. `id` is of `type` 1 manufacturer, 2 series page or 3 model. */
export const contextQuery = {
  type: z.enum(['1', '2', '3']).optional(),
  id: modelId.optional(),
  categoryId: decimalId.optional(),
};
