import { type Examples, longName, product } from '../example-data.js';
import { ChooseLink, CompareChoice } from './compare-choice.js';

export const examples: Examples = {
  link: (
    <p>
      <ChooseLink />
    </p>
  ),
  'one chosen here, one on another page': (
    <CompareChoice
      products={[product, { ...product, id: '2', title: longName }]}
      modelId={undefined}
      ids={['2', '77']}
    />
  ),
};
