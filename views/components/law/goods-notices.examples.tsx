import type { Examples } from '../../example-data.js';
import { GoodsNotices } from './goods-notices.js';

export const examples: Examples = {
  oil: <GoodsNotices goods={['oil']} />,
  battery: <GoodsNotices goods={['battery']} />,
};
