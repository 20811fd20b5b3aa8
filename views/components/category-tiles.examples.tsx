import type { ReactNode } from 'react';
import type { CategoryNode } from '../../server/contract/catalogue.js';
import { type Examples, longName, node } from '../example-data.js';
import { CategoryTiles } from './category-tiles.js';

const tile = (change: Partial<CategoryNode>): ReactNode => (
  <CategoryTiles categories={[{ ...node, ...change }]} vehicle={null} from="category" />
);

export const examples: Examples = {
  plain: tile({}),
  'with what is in it': tile({ children: [node, { ...node, id: '2', title: 'Bremsbeläge' }] }),
  'hidden from crawlers': tile({ popularity: 0 }),
  'nothing in it': tile({ resultCount: 0 }),
  'long name': tile({ title: longName }),
};
