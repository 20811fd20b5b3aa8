import { type Examples, WithPictures } from './example-data.js';
import { Mark } from './mark.js';

const oneWord = <Mark kind="brands" name="Nordwerk" seoName="Nordwerk" />;

export const examples: Examples = {
  'one word': oneWord,
  'many words': <Mark kind="makes" name="Vereda Motor Parts Company" seoName="Vereda" />,
  'the operator’s logo': <WithPictures>{oneWord}</WithPictures>,
};
