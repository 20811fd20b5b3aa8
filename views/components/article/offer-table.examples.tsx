import type { ReactNode } from 'react';
import { type Examples, offer, offersOf, one } from '../../example-data.js';
import { OfferTable } from './offer-table.js';

const offers = (count: number, name: string): ReactNode => (
  <OfferTable
    offers={offersOf(count, name)}
    caption={name}
    wanted={one}
    cheapest={offer.amount.total}
    chosenId={null}
    modelId={undefined}
  />
);

export const examples: Examples = { one: offers(1, 'single'), sixty: offers(60, 'table') };
