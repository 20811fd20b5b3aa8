import type { DurabilityGuarantee } from '../../contract/articles.js';
import { documentAddress } from './document-address.js';
import { RowError } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';
import { decimal, plainText } from './values.js';

type Fields = FeedRecord['fields'];
/** The guarantee in a row; null = not given, 0 years = the maker has ended it. */
type GivenDurability = { readonly [Key in keyof DurabilityGuarantee]: DurabilityGuarantee[Key] | null };

/** Years that buyers have by law from the seller in every state; only more of them are a guarantee of durability. */
const legalYears = 2;

/**
 * The maker's guarantee that a product lasts (Directive 2011/83/EU, Art. 6 (1) (la)).
 * @throws RowError for years that do not fit on the label, and for an invalid address
 */
export function readDurability(fields: Fields): GivenDurability {
  const years = decimal(fields, 'guarantee_years', 0, 99);
  if (years !== null && years !== 0 && years <= legalYears)
    throw new RowError('guarantee_years', String(years), 'is not more than the 2 years that buyers have by law');
  if (years !== null && !Number.isInteger(years * 2))
    throw new RowError('guarantee_years', String(years), 'is neither whole nor half years');
  return {
    years,
    producer: plainText(fields, 'guarantee_producer', 60),
    model: plainText(fields, 'guarantee_model', 60),
    terms: documentAddress(fields, 'guarantee_terms'),
  };
}

/**
 * The guarantee as it is stored: values of the row, else the known ones, else the brand and number of the product.
 * @throws RowError for a guarantee without years or without the address of its terms
 */
export function storedDurability(
  given: GivenDurability,
  known: unknown,
  product: { readonly brand: string; readonly number: string },
): string | null {
  if (given.years === 0) return null;
  const before = typeof known === 'string' ? (JSON.parse(known) as DurabilityGuarantee) : null;
  const isTold = Object.values(given).some((value) => value !== null);
  if (!isTold && !before) return null;
  const years = given.years ?? before?.years;
  const terms = given.terms ?? before?.terms;
  if (years === undefined) throw new RowError('guarantee_years', '', 'is missing: a guarantee has a length');
  if (terms === undefined) throw new RowError('guarantee_terms', '', 'is missing: buyers must be able to read them');
  const stored: DurabilityGuarantee = {
    years,
    producer: given.producer ?? before?.producer ?? product.brand,
    model: given.model ?? before?.model ?? product.number,
    terms,
  };
  return JSON.stringify(stored);
}
