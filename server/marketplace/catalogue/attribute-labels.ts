import { countLabels } from './attribute-labels/counts.js';
import { featureLabels } from './attribute-labels/features.js';
import { measureLabels } from './attribute-labels/measures.js';
import type { Words } from './words.js';

/** Names of technical attributes as the trade of each country writes them. Keys are the parameters of the drawings and a few more. */
export const attributeLabels: Readonly<Record<string, Words>> = { ...countLabels, ...featureLabels, ...measureLabels };
