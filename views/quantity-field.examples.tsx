import type { Examples } from './example-data.js';
import { QuantityField } from './quantity-field.js';

export const examples: Examples = {
  one: <QuantityField pieces={1} label="one" />,
  many: <QuantityField pieces={99} label="many" />,
};
