import { z } from 'zod';
import { slug } from '../ids.js';
import { rating, reviews } from '../reputation.js';
import { brandDetail, brands } from '../search.js';
import { shopDetail, shopText, shopTextKinds } from '../shops.js';
import { edition, id, operation, read } from './operation.js';

/** Shops and brands, and what people say of the marketplace. */
export const shopOperations = {
  shop: operation({
    ...read,
    cache: 'offers',
    path: '/api/Shop/:slug',
    params: z.object({ slug }),
    query: z.object(edition),
    response: shopDetail,
  }),
  shopText: operation({
    ...read,
    path: '/api/Shop/:slug/:text',
    params: z.object({ slug, text: z.enum(shopTextKinds) }),
    query: z.object(edition),
    response: shopText,
  }),
  brands: operation({ ...read, path: '/api/Marken', query: z.object(edition), response: brands }),
  brand: operation({
    ...read,
    cache: 'offers',
    path: '/api/Marken/:id',
    params: id,
    query: z.object(edition),
    response: brandDetail,
  }),
  /** The marketplace's own; the shop asks for it where it has no account at Trusted Shops. */
  rating: operation({ ...read, path: '/api/TrustedShops/Rating', query: z.object(edition), response: rating }),
  /** In the language of the edition, the latest first. */
  reviews: operation({ ...read, path: '/api/TrustedShops/Reviews', query: z.object(edition), response: reviews }),
};
