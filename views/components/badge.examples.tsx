import { Badge } from './badge.js';
import type { Examples } from '../example-data.js';

export const examples: Examples = {
  plain: <Badge>universal</Badge>,
  warn: <Badge tone="warn">fits on conditions</Badge>,
};
