import type { Examples } from '../example-data.js';
import { SaveOffer } from './save-offer.js';

/** The device knows which vehicles are saved. Editions without accounts show nothing. */
export const examples: Examples = { 'where there are accounts': <SaveOffer modelId="101001" /> };
