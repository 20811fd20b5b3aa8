import { z } from 'zod';
import { article, comparison, fits, fittingVehicles, maxCompared, oeNumbers, product } from '../articles.js';
import { decimalId, modelId, slug } from '../ids.js';
import { offerContext, offers, pieces, priceHistory, reduction } from '../offers.js';
import { edition, id, operation, read, readOffers } from './operation.js';

const ofModel = edition.extend({ modelId: modelId.optional() });
/** Makes a schema for comma-separated product ids. */
const idsUpTo = (most: number) =>
  z
    .string()
    .regex(new RegExp(`^[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,${most - 1}}$`))
    .meta({ examples: ['219,220'] });
const picture = { method: 'GET', service: 'catalogue', cache: 'picture' } as const;

export const articleOperations = {
  offers: {
    ...readOffers('/api/Angebote', offers, {
      /** `modelId` is the car of the response's `fit`. It excludes no offer, unlike `vehicleModelId`. */
      query: edition.extend({
        sparePartId: decimalId,
        modelId: modelId.optional(),
        /** Wanted pieces. Offers are ordered by the packs that hold them (D74). */
        quantity: pieces.default(1),
        ...offerContext,
      }),
    }),
    isTrusted: true as const,
  },
  reduction: readOffers('/api/Preissenkung', reduction, { query: edition.extend({ categoryId: decimalId }) }),
  /** Related parts for the same vehicle that some shop ships to the country. */
  recommendation: readOffers('/api/recommendation/spare-part/:id', z.array(product), {
    params: id,
    query: ofModel,
  }),
  /** Car and series of `modelId` come first. */
  fittingVehicles: read('/api/Artikel/:id/Fahrzeuge', fittingVehicles, { params: id, query: ofModel }),
  /** Verdicts by product id for one model; unknown products are omitted (D73). */
  fits: read('/api/vehicle/models/:modelId/fits', fits, {
    params: z.object({ modelId }),
    query: edition.extend({ ids: idsUpTo(60) }),
  }),
  comparison: readOffers('/api/Vergleich', comparison, { query: ofModel.extend({ ids: idsUpTo(maxCompared) }) }),
  priceHistory: readOffers('/api/Artikel/:id/Preisverlauf', priceHistory, { params: id }),
  /** The maker of the car of `modelId` comes first. */
  oeNumbers: read('/api/Artikel/:id/Originalteile', oeNumbers, { params: id, query: ofModel }),
  picture: operation({
    ...picture,
    path: '/api/Bilder/:name.svg',
    params: z.object({ name: z.string().regex(/^[A-Za-z]{2,32}$/) }),
    /** `a` has attributes of the drawing as `key:value` pairs, separated by `;`. */
    query: z.object({ a: z.string().max(512).default(''), small: z.enum(['1']).optional() }),
    response: z.string().meta({ description: 'image/svg+xml' }),
  }),
  photograph: operation({
    ...picture,
    /** `content` is a hash of the picture, so another picture has another address. */
    path: '/api/Fotos/:id/:content.jpg',
    params: id.extend({ content: z.string().regex(/^[\w-]{12}$/) }),
    response: z.instanceof(Uint8Array).meta({ description: 'image/jpeg' }),
  }),
  article: readOffers('/api/Teilenummernsuche/:brand/:number', article, {
    params: z.object({ brand: slug, number: z.string().regex(/^[A-Z0-9]{1,40}$/) }),
    query: ofModel,
  }),
};
