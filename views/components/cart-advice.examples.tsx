import type { Advice } from '../../server/contract/carts.js';
import { category, cents, type Examples, longName, vehicle } from '../example-data.js';
import { CartAdvice } from './cart-advice.js';

const part = {
  brand: { name: 'Nordwerk', seoName: 'Nordwerk' },
  articleNumber: 'NW 288-2551',
  normNumber: 'NW2882551',
};
const advice: Advice = {
  missing: [{ line: 'a', title: longName, category, vehicle }],
  sets: [{ ...part, title: 'Bremsensatz', lines: ['a', 'b'], offerId: '7', modelId: '77', saving: cents(1595) }],
};

export const examples: Examples = {
  'all at once': (
    <CartAdvice plans={[]} advice={advice}>
      plans
    </CartAdvice>
  ),
};
