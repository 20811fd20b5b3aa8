import { z } from 'zod';
import { article, fittingVehicles, oeNumbers, product } from '../articles.js';
import { decimalId, modelId, slug } from '../ids.js';
import { offerContext, offers, priceHistory, reduction } from '../offers.js';
import { edition, id, operation, read } from './operation.js';

/** An article, its offers and what is told about it. */
export const articleOperations = {
  offers: operation({
    ...read,
    cache: 'offers',
    path: '/api/Angebote',
    query: z.object({
      ...edition,
      sparePartId: decimalId,
      /** The car that the response's `fit` is about; it takes no offer away, as `vehicleModelId` does. */
      modelId: modelId.optional(),
      ...offerContext,
    }),
    isTrusted: true,
    response: offers,
  }),
  reduction: operation({
    ...read,
    cache: 'offers',
    path: '/api/Preissenkung',
    query: z.object({ ...edition, categoryId: decimalId }),
    response: reduction,
  }),
  /** What goes with a part, for the same vehicle; not to be had in the country is left out. Links are the web tier's. */
  recommendation: operation({
    ...read,
    cache: 'offers',
    path: '/api/recommendation/spare-part/:id',
    params: id,
    query: z.object({ ...edition, modelId: modelId.optional() }),
    response: z.array(product),
  }),
  fittingVehicles: operation({
    ...read,
    path: '/api/Artikel/:id/Fahrzeuge',
    params: id,
    /** The car of `modelId` comes first, and its series. */
    query: z.object({ ...edition, modelId: modelId.optional() }),
    response: fittingVehicles,
  }),
  priceHistory: operation({
    ...read,
    cache: 'offers',
    path: '/api/Artikel/:id/Preisverlauf',
    params: id,
    query: z.object(edition),
    response: priceHistory,
  }),
  oeNumbers: operation({
    ...read,
    path: '/api/Artikel/:id/Originalteile',
    params: id,
    /** The maker of the car of `modelId` comes first. */
    query: z.object({ ...edition, modelId: modelId.optional() }),
    response: oeNumbers,
  }),
  picture: operation({
    ...read,
    cache: 'picture',
    path: '/api/Bilder/:name.svg',
    params: z.object({ name: z.string().regex(/^[A-Za-z]{2,32}$/) }),
    /** `a` holds the attributes of the drawing as `key:value` pairs separated by `;`. */
    query: z.object({ a: z.string().max(512).default(''), small: z.enum(['1']).optional() }),
    response: z.string().meta({ description: 'image/svg+xml' }),
  }),
  photograph: operation({
    ...read,
    cache: 'picture',
    /** `content` is short for what the picture shows, so that another picture has another address. */
    path: '/api/Fotos/:id/:content.jpg',
    params: id.extend({ content: z.string().regex(/^[\w-]{12}$/) }),
    response: z.instanceof(Uint8Array).meta({ description: 'image/jpeg' }),
  }),
  article: operation({
    ...read,
    cache: 'offers',
    path: '/api/Teilenummernsuche/:brand/:number',
    params: z.object({ brand: slug, number: z.string().regex(/^[A-Z0-9]{1,40}$/) }),
    query: z.object({ ...edition, modelId: modelId.optional() }),
    response: article,
  }),
};
