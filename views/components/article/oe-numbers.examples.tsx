import type { Examples } from '../../example-data.js';
import { OeNumbers } from './oe-numbers.js';

export const examples: Examples = {
  many: (
    <OeNumbers
      numbers={[
        { manufacturer: 'VW', numbers: Array.from({ length: 24 }, (_, at) => `5Q0 615 ${300 + at} F`) },
        { manufacturer: 'Audi', numbers: ['8V0 615 301 A'] },
      ]}
    />
  ),
};
