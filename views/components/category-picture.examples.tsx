import { category, type Examples, WithPictures } from '../example-data.js';
import { CategoryPicture } from './category-picture.js';

const picture = <CategoryPicture category={category} width={200} height={150} />;

export const examples: Examples = {
  drawing: picture,
  'the operator’s own': <WithPictures>{picture}</WithPictures>,
};
