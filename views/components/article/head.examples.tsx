import { detail, type Examples, longName } from '../../example-data.js';
import { ArticleHead } from './head.js';

export const examples: Examples = {
  plain: <ArticleHead product={detail({ ean: '4061872035514' })} as="h3" />,
  'long name, renewed, no EAN': (
    <ArticleHead product={detail({ title: longName, condition: 'remanufactured' })} as="h3" />
  ),
};
