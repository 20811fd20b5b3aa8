import type { Examples } from '../../example-data.js';
import { DurabilityGuarantee } from './durability-guarantee.js';

const terms = 'https://nordwerk.example/garantie.pdf';

export const examples: Examples = {
  'half years': <DurabilityGuarantee guarantee={{ years: 2.5, producer: 'Nordwerk', model: 'NW 288-2551', terms }} />,
};
