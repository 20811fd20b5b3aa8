import { z } from 'zod';
import { article, comparison, fits, fittingVehicles, mostCompared, oeNumbers, product } from '../articles.js';
import { decimalId, modelId, slug } from '../ids.js';
import { offerContext, offers, pieces, priceHistory, reduction } from '../offers.js';
import { edition, id, operation, read, readOffers } from './operation.js';

const ofModel = edition.extend({ modelId: modelId.optional() });
/** Ids of products, at most so many. */
const idsUpTo = (most: number) =>
  z
    .string()
    .regex(new RegExp(`^[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,${most - 1}}$`))
    .meta({ examples: ['219,220'] });
const picture = { method: 'GET', service: 'catalogue', cache: 'picture' } as const;

/** An article, its offers and reports about it. */
export const articleOperations = {
  offers: {
    ...readOffers('/api/Angebote', offers, {
      /** `modelId` is the car that the response's `fit` is about; it takes no offer away, as `vehicleModelId` does. */
      query: edition.extend({
        sparePartId: decimalId,
        modelId: modelId.optional(),
        /** Pieces that are wanted; as many packs as hold them are ranked by (D74). */
        quantity: pieces.default(1),
        ...offerContext,
      }),
    }),
    isTrusted: true as const,
  },
  reduction: readOffers('/api/Preissenkung', reduction, { query: edition.extend({ categoryId: decimalId }) }),
  /** Related parts for the same vehicle, without those that nobody ships to the country. Links are the web tier's. */
  recommendation: readOffers('/api/recommendation/spare-part/:id', z.array(product), {
    params: id,
    query: ofModel,
  }),
  /** The car of `modelId` comes first, and its series. */
  fittingVehicles: read('/api/Artikel/:id/Fahrzeuge', fittingVehicles, { params: id, query: ofModel }),
  /** Verdicts on products for one model, each by the product's id; unknown products are left out (D73). */
  fits: read('/api/vehicle/models/:modelId/fits', fits, {
    params: z.object({ modelId }),
    query: edition.extend({ ids: idsUpTo(60) }),
  }),
  comparison: readOffers('/api/Vergleich', comparison, { query: ofModel.extend({ ids: idsUpTo(mostCompared) }) }),
  priceHistory: readOffers('/api/Artikel/:id/Preisverlauf', priceHistory, { params: id }),
  /** The maker of the car of `modelId` comes first. */
  oeNumbers: read('/api/Artikel/:id/Originalteile', oeNumbers, { params: id, query: ofModel }),
  picture: operation({
    ...picture,
    path: '/api/Bilder/:name.svg',
    params: z.object({ name: z.string().regex(/^[A-Za-z]{2,32}$/) }),
    /** `a` holds the attributes of the drawing as `key:value` pairs separated by `;`. */
    query: z.object({ a: z.string().max(512).default(''), small: z.enum(['1']).optional() }),
    response: z.string().meta({ description: 'image/svg+xml' }),
  }),
  photograph: operation({
    ...picture,
    /** `content` is short for what the picture shows, so that another picture has another address. */
    path: '/api/Fotos/:id/:content.jpg',
    params: id.extend({ content: z.string().regex(/^[\w-]{12}$/) }),
    response: z.instanceof(Uint8Array).meta({ description: 'image/jpeg' }),
  }),
  article: readOffers('/api/Teilenummernsuche/:brand/:number', article, {
    params: z.object({ brand: slug, number: z.string().regex(/^[A-Z0-9]{1,40}$/) }),
    query: ofModel,
  }),
};
