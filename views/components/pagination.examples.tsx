import type { Examples } from '../example-data.js';
import { Pagination } from './pagination.js';

export const examples: Examples = {
  first: <Pagination page={1} count={2} />,
  middle: <Pagination page={7} count={13} />,
  last: <Pagination page={13} count={13} />,
};
