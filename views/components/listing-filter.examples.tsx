import { type Examples, longName } from '../example-data.js';
import type { FilterProps } from '../islands/listing-filter.props.js';
import { ListingOrder } from './listing-filter.js';

const brand = (active: 0 | 1): FilterProps => ({
  key: 'brand',
  label: 'Marke',
  isSingle: false,
  range: null,
  values: [
    ['4', 'Nordwerk', 12, active],
    ['5', longName, 3, active],
  ],
});

/** The order of the list; the island of the same name is the filter form. */
export const examples: Examples = {
  'nothing to choose': <ListingOrder sort="popularity" filters={[]} />,
  'nothing chosen': <ListingOrder sort="popularity" filters={[brand(0)]} />,
  'of a search': <ListingOrder sort="popularity" filters={[brand(0)]} usual="beste Treffer" />,
  'chosen, by price': <ListingOrder sort="price" filters={[brand(1)]} />,
};
