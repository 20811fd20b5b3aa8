import { cents, type Examples, here } from '../../example-data.js';
import { PriceHistory } from './price-history.js';

const steps = [
  { from: '2026-03-02', total: cents(4380) },
  { from: '2026-05-11', total: cents(3990) },
  { from: '2026-06-01', total: null },
  { from: '2026-06-15', total: cents(4690) },
  { from: '2026-08-20', total: cents(4180) },
];
const piece = { packSize: 1 };

export const examples = (): Examples => ({
  link: <PriceHistory prices={null} product={piece} full={here} />,
  shown: <PriceHistory prices={{ steps, today: '2026-11-22' }} product={piece} full={null} />,
  'never changed': (
    <PriceHistory prices={{ steps: steps.slice(0, 1), today: '2026-11-22' }} product={piece} full={null} />
  ),
  'could not be loaded': <PriceHistory prices={null} product={piece} full={null} />,
});
