import { type Examples, node } from '../example-data.js';
import { NothingFound } from './nothing-found.js';

export const examples: Examples = {
  plain: <NothingFound popular={[]} />,
  'with what others look for': <NothingFound popular={[node]} />,
};
