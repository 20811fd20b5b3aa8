import type { OfferStatements } from './offer-statements.js';
import { withheldBits } from './withheld.js';

/**
 * What is known of products, and that recalled ones must not be sold. For one commit or one feed: whether there is any
 * recall is asked once.
 */
export function withRecalls<Facts extends { readonly flags: number }>(
  find: (id: number) => Facts | null,
  statements: OfferStatements,
): (id: number) => Facts | null {
  let hasAny: boolean | null = null;
  return (id) => {
    const facts = find(id);
    hasAny ??= statements.hasAnyRecall();
    return facts && hasAny && statements.isRecalled(id)
      ? { ...facts, flags: facts.flags | withheldBits.recalled }
      : facts;
  };
}
