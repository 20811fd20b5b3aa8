import type { DurabilityGuarantee } from '../../contract/articles.js';
import type { ProductTable } from '../store/catalogue-tables.js';

/** How long the maker guarantees that a product lasts, as its row has it; null where nothing is told. */
export const durabilityOf = ({ durability }: Pick<ProductTable, 'durability'>): DurabilityGuarantee | null =>
  durability === null ? null : (JSON.parse(durability) as DurabilityGuarantee);
