/** The inline script of pages with something to buy. */

import './loader.js';
import { addOnSubmit } from './enhance/add-on-submit.js';

addEventListener('submit', addOnSubmit);
