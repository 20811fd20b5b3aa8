import type { Examples } from '../example-data.js';
import { Stars } from './stars.js';

export const examples: Examples = {
  none: <Stars rating={0} />,
  half: <Stars rating={2.5} />,
  nearly: <Stars rating={4.82} />,
};
