import type { Examples } from '../example-data.js';
import { Unbroken } from './unbroken.js';

export const examples = (): Examples => ({
  title: (
    <h3>
      <Unbroken>Motoröl 10W-40 A3/B4, 1 l</Unbroken>
    </h3>
  ),
});
