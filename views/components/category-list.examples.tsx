import { type Examples, longName, node } from '../example-data.js';
import { CategoryList } from './category-list.js';

export const examples: Examples = {
  'long name': (
    <CategoryList
      title="category-list"
      categories={[
        { ...node, title: longName, resultCount: 1329 },
        { ...node, id: '243', urlId: '243', title: 'Ölfilter', seoAlias: 'Oelfilter', popularity: 0 },
      ]}
      vehicle={null}
      from="home"
    />
  ),
};
