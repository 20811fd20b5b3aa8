import { type Examples, WithPictures } from '../example-data.js';
import { LogoOrMonogram } from './logo-or-monogram.js';

const oneWord = <LogoOrMonogram kind="brands" name="Nordwerk" seoName="Nordwerk" />;

export const examples: Examples = {
  'one word': oneWord,
  'many words': <LogoOrMonogram kind="makes" name="Vereda Motor Parts Company" seoName="Vereda" />,
  'the operator’s logo': <WithPictures>{oneWord}</WithPictures>,
};
