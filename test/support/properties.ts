import fc from 'fast-check';
import { isLong } from './sample.js';

// One seed, so that a run never fails by chance. `npm run test:long` draws another seed each time and prints it.
if (!isLong) fc.configureGlobal({ seed: 1 });

export { fc };
