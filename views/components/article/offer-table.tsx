import { CachedRows } from '../../cached.js';
import { usePage } from '../../context.js';
import type { ShippableOffer, Wanted } from '../../offer-texts.js';
import { OfferRow } from './offer-row.js';
import { roles } from './table-roles.js';
import './offer-table.css';

interface Props {
  offers: readonly ShippableOffer[];
  caption: string;
  wanted: Wanted;
  /** Lowest price with shipping of all offers, in cents. */
  cheapest: number;
  chosenId: string | null;
  modelId: string | undefined;
}
const columns = ['shop', 'price', 'shipping', 'total', 'deposit', 'delivery', 'returns', 'quantity'] as const;
const right = new Set<string>(['price', 'shipping', 'total', 'deposit', 'quantity']);

/** Offers in the given order: a table with eight columns, or cards up to 1024 px. */
export function OfferTable({ offers, caption, wanted, cheapest, chosenId, modelId }: Props) {
  const { t } = usePage();
  return (
    <table className="offer-table" {...roles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead {...roles.group}>
        <tr {...roles.row}>
          {columns.map((column) => (
            <th {...roles.head} className={right.has(column) ? 'align-right' : undefined} key={column}>
              {t(`article:offers.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <CachedRows
        as="tbody"
        attributes={roles.group}
        fragments={offers.map((offer) => {
          const isChosen = offer.id === chosenId;
          return {
            of: [offer],
            variant: `${cheapest} ${isChosen} ${modelId} ${wanted.pieces}`,
            view: () => <OfferRow {...{ offer, wanted, cheapest, isChosen, modelId }} />,
          };
        })}
      />
    </table>
  );
}
