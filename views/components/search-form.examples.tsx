import { type Examples, longName } from '../example-data.js';
import { SearchForm } from './search-form.js';

export const examples: Examples = {
  plain: <SearchForm term="Bremsscheiben" context={null} />,
  'for a vehicle, long': <SearchForm term={longName} context={['modelId', '77']} />,
};
