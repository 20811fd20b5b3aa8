import type { z } from 'zod';
import type { cartArticle } from '../../contract/carts.js';
import type { FitWire } from '../catalogue/fit.js';
import type { shopWire } from '../offers/shop-index.js';

export type CartArticleWire = z.input<typeof cartArticle>;

/** What a line was when it was added: shown when the offer, or even the product, has left the catalogue. */
export interface LineSnapshot {
  productId: string;
  title: string;
  brand: CartArticleWire['brand'];
  articleNumber: string;
  normNumber: string;
  image: CartArticleWire['image'];
  shop: ReturnType<typeof shopWire>;
  model: CartArticleWire['model'];
  /**
   * Fit for the model, in the language of the edition it was added in; told only when the part or the vehicle has gone.
   */
  fit: FitWire;
}
