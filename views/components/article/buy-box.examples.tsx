import { article, cents, type Examples, here, offer, one, two } from '../../example-data.js';
import { BuyBox } from './buy-box.js';

export const examples: Examples = {
  offer: <BuyBox article={article({})} offer={offer} count={8} isElsewhere={false} wanted={one} page={here} />,
  'two, one of them there': (
    <BuyBox
      article={article({})}
      offer={{ ...offer, stock: 1 }}
      count={8}
      isElsewhere={false}
      wanted={two}
      page={here}
    />
  ),
  'free shipping': (
    <BuyBox
      article={article({})}
      offer={{ ...offer, amount: { goods: cents(3890), shipping: cents(0), total: cents(3890) } }}
      count={2}
      isElsewhere={false}
      wanted={{ pieces: 4, packs: 2, packSize: 2 }}
      page={here}
    />
  ),
  'deposit, base price and lowest price': (
    <BuyBox
      article={article({})}
      offer={{ ...offer, refund: cents(3570), lowest30: cents(4500), basePrice: { value: cents(895), unit: 'l' } }}
      count={1}
      isElsewhere={false}
      wanted={one}
      page={here}
    />
  ),
  'not shipped here': <BuyBox article={article({})} offer={null} count={0} isElsewhere wanted={one} page={here} />,
  none: <BuyBox article={article({})} offer={null} count={0} isElsewhere={false} wanted={one} page={here} />,
};
