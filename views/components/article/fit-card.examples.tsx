import type { ReactNode } from 'react';
import type { Article, ProductDetail } from '../../../server/api/contract.js';
import { article, type Examples, here, longName, vehicle } from '../example-data.js';
import { FitCard } from './fit-card.js';

const card = (change: Partial<ProductDetail>, of?: Partial<Article>): ReactNode => (
  <FitCard
    article={article(change, of)}
    oeNumbers={[{ manufacturer: 'VW', numbers: ['5Q0 615 301 F'] }]}
    pickerPage={here}
  />
);

export const examples: Examples = {
  fits: card({}, { vehicle }),
  conditional: card({ fit: { state: 'conditional', notes: ['PR 1ZE'] } }, { vehicle }),
  'many conditions': card({ fit: { state: 'conditional', notes: ['PR 1ZE', longName, 'bis 2014'] } }, { vehicle }),
  no: card({ fit: { state: 'no', notes: ['PR 1LA'] } }, { vehicle }),
  unknown: card({ fit: { state: 'unknown', notes: [] } }),
  'nobody has checked': card({ fit: { state: 'unknown', notes: [] } }, { vehicle }),
  universal: card({ isUniversal: true }),
};
