import { type Examples, here } from '../example-data.js';
import { ShowMore } from './show-more.js';

export const examples: Examples = {
  plain: (
    <ShowMore fragment="main" href={here}>
      47 more offers
    </ShowMore>
  ),
};
