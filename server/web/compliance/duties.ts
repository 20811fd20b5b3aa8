import { priceDuties } from './duties-of-prices.js';
import { productDuties } from './duties-of-products.js';
import { shopDuties } from './duties-of-shop.js';
import type { Duty } from './duty.js';

/** Every duty that the pages of this shop have, where it comes from, and what proves it. A test renders all of them. */
export const duties: readonly Duty[] = [...shopDuties, ...priceDuties, ...productDuties];
