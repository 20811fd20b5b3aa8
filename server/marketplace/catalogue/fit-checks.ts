import type { z } from 'zod';
import { type CheckKind, checkKinds, type fitCheck } from '../../contract/articles.js';
import type { Language } from '../../contract/languages.js';
import type { ProductTable } from '../store/catalogue-tables.js';
import { shownValue } from './attribute-value-labels.js';
import { storedAttributes } from './drawing-attributes.js';
import { ownText } from './own-texts.js';

type CheckWire = z.input<typeof fitCheck>;
type Kinds = Readonly<Record<string, CheckKind>>;
/** What of a product is needed to say what to check. */
export type CheckedAttributes = Pick<ProductTable, 'kind' | 'attributes'>;

/** Properties that decide wherever they are told. */
const always: Kinds = {
  approval: 'approval',
  viscosity: 'approval',
  grade: 'approval',
  socket: 'socket',
};
/** Properties that decide for one kind of goods and say nothing about the vehicle for others. */
const ofKind: Readonly<Record<string, Kinds>> = {
  battery: {
    positive: 'socket',
    length: 'size',
    width: 'size',
    height: 'size',
    volt: 'power',
    capacity: 'power',
    coldCranking: 'power',
    current: 'power',
  },
  bulb: { type: 'socket', volt: 'power', watt: 'power' },
  cable: { section: 'size' },
  relay: { volt: 'power', current: 'power' },
  rim: { diameter: 'size', width: 'size', holes: 'size', pcd: 'size', offset: 'size' },
  toolbox: { load: 'load' },
  tyre: { width: 'size', ratio: 'size', rim: 'size', length: 'size', loadSpeed: 'load' },
  wiper: { mount: 'socket', design: 'socket', length: 'size', second: 'size' },
};

/**
 * What a buyer of universal goods compares with the vehicle, made of their own attributes, what matters most first (D73).
 * How much there is in it counts for what a vehicle is filled with: goods with a specification.
 */
export function checksOf(product: CheckedAttributes, state: CheckWire['state'], language: Language): CheckWire[] {
  const attributes = storedAttributes(product);
  const own = ofKind[product.kind] ?? {};
  const isFilledIn = attributes.some(([key]) => always[key] === 'approval');
  const kindOf = (key: string): CheckKind | undefined =>
    always[key] ?? own[key] ?? (isFilledIn && key === 'volume' ? 'contents' : undefined);
  return attributes
    .flatMap(([key, value, unit]): CheckWire[] => {
      const what = kindOf(key);
      if (!what) return [];
      return [
        {
          key,
          label: ownText('attributes', key, language) ?? key,
          value: shownValue(String(value), language),
          unit,
          what,
          state,
        },
      ];
    })
    .sort((a, b) => checkKinds.indexOf(a.what) - checkKinds.indexOf(b.what));
}
