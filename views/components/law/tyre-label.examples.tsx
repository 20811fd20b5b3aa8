import type { Examples } from '../../example-data.js';
import { TyreLabel } from './tyre-label.js';

export const examples: Examples = {
  'for snow and ice': (
    <TyreLabel
      label={{ fuel: 'B', wetGrip: 'A', noise: 71, noiseClass: 'B', snow: true, ice: true, eprel: '123456' }}
    />
  ),
};
