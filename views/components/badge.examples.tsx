import type { Examples } from '../example-data.js';
import { Badge } from './badge.js';

export const examples: Examples = {
  plain: <Badge>universal</Badge>,
  warn: <Badge tone="warn">fits on conditions</Badge>,
};
