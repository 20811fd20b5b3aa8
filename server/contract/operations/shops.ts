import { z } from 'zod';
import { slug } from '../ids.js';
import { rating, reviews } from '../reputation.js';
import { brandDetail, brands } from '../search.js';
import { shopDetail, shopText, shopTextKinds } from '../shops.js';
import { id, read, readOffers } from './operation.js';

export const shopOperations = {
  shop: readOffers('/api/Shop/:slug', shopDetail, { params: z.object({ slug }) }),
  shopText: read('/api/Shop/:slug/:text', shopText, { params: z.object({ slug, text: z.enum(shopTextKinds) }) }),
  brands: read('/api/Marken', brands, {}),
  brand: readOffers('/api/Marken/:id', brandDetail, { params: id }),
  /** The marketplace's own rating, for a shop without account at Trusted Shops. */
  rating: read('/api/TrustedShops/Rating', rating, {}),
  /** Reviews in the edition's language, the latest first. */
  reviews: read('/api/TrustedShops/Reviews', reviews, {}),
};
