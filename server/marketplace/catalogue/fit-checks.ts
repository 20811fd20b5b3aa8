import { z } from 'zod';
import { type CheckKind, checkKinds, type fitCheck } from '../../contract/articles.js';
import type { Language } from '../../contract/languages.js';
import { splitApprovals } from '../catalogue-file/approvals.js';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import goods from '../catalogue-texts/data/goods.json' with { type: 'json' };
import { shownMeasure } from '../catalogue-texts/own-attributes.js';
import { ownText } from '../catalogue-texts/own-texts.js';
import { storedAttributes } from './drawing-attributes.js';

type CheckWire = z.input<typeof fitCheck>;
export type CheckedAttributes = Pick<ProductTable, 'kind' | 'attributes'>;

const kindsByKey = z.record(z.string(), z.enum(checkKinds));
/** Properties that decide for all goods. */
const always = kindsByKey.parse(goods.checksOfAll);
/** Properties that decide for one kind of goods only. */
const ofKind = z.record(z.string(), kindsByKey).parse(goods.checks);

/**
 * Returns the approvals of the goods that the vehicle requires; otherwise those that it requires. They replace
 * viscosity and specification. Null if the goods have no approval.
 */
function judgedApproval(
  attributes: ReturnType<typeof storedAttributes>,
  asked: readonly string[],
  language: Language,
): CheckWire | null {
  const written = attributes.find(([key]) => key === 'approval')?.[1];
  if (written === undefined) return null;
  const own = new Set(splitApprovals(String(written)));
  const met = asked.filter((each) => own.has(each));
  return {
    key: 'approval',
    label: ownText('attributes', 'approval', language) ?? 'approval',
    value: (met.length > 0 ? met : asked).join(', '),
    unit: null,
    what: 'approval',
    state: met.length > 0 ? 'met' : 'notMet',
  };
}

/**
 * Returns the attributes of universal goods that a buyer compares with the vehicle, most important first (D73). The
 * content counts for fluids, which are goods with a specification.
 * @param asked approvals that the maker requires, any of which is enough; null = not known
 */
export function checksOf(
  product: CheckedAttributes,
  state: CheckWire['state'],
  language: Language,
  asked: readonly string[] | null = null,
): CheckWire[] {
  const attributes = storedAttributes(product);
  const approval = asked && judgedApproval(attributes, asked, language);
  const own = ofKind[product.kind] ?? {};
  const isFilledIn = attributes.some(([key]) => always[key] === 'approval');
  const kindOf = (key: string): CheckKind | undefined =>
    always[key] ?? own[key] ?? (isFilledIn && key === 'volume' ? 'contents' : undefined);
  return attributes
    .flatMap(([key, value, unit]): CheckWire[] => {
      const what = kindOf(key);
      if (!what || (approval && what === 'approval')) return [];
      const label = ownText('attributes', key, language) ?? key;
      return [{ key, label, ...shownMeasure(String(value), unit, language), what, state }];
    })
    .concat(approval ?? [])
    .sort((a, b) => checkKinds.indexOf(a.what) - checkKinds.indexOf(b.what));
}
