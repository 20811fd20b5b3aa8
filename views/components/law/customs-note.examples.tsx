import type { Examples } from '../../example-data.js';
import { CustomsNote } from './customs-note.js';

export const examples: Examples = { 'a seller beyond the border': <CustomsNote from={['CH']} /> };
