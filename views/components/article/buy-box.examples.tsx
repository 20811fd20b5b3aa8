import { article, cents, type Examples, offer } from '../example-data.js';
import { BuyBox } from './buy-box.js';

export const examples: Examples = {
  offer: <BuyBox article={article({})} offer={offer} count={8} isElsewhere={false} />,
  'free shipping': (
    <BuyBox article={article({})} offer={{ ...offer, shipping: cents(0) }} count={2} isElsewhere={false} />
  ),
  'deposit, base price and lowest price': (
    <BuyBox
      article={article({})}
      offer={{ ...offer, refund: cents(3570), lowest30: cents(4500), basePrice: { value: cents(895), unit: 'l' } }}
      count={1}
      isElsewhere={false}
    />
  ),
  'not shipped here': <BuyBox article={article({})} offer={null} count={0} isElsewhere />,
  none: <BuyBox article={article({})} offer={null} count={0} isElsewhere={false} />,
};
