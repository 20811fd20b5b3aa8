import type { Examples } from '../../example-data.js';
import { GoesWith } from './goes-with.js';

/** Add a part on this page to fill it. */
export const examples: Examples = {
  'hidden until a part is added': <GoesWith productId="1" />,
};
