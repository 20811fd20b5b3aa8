import { type Examples, here } from './example-data.js';
import { More } from './more.js';

export const examples: Examples = {
  plain: (
    <More part="main" href={here}>
      47 more offers
    </More>
  ),
};
