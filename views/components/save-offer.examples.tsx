import type { Examples } from '../example-data.js';
import { SaveOffer } from './save-offer.js';

/** What it says of a vehicle already saved is the device's to know; editions without accounts have no such offer. */
export const examples: Examples = { 'where there are accounts': <SaveOffer modelId="101001" /> };
