import type { ReactNode } from 'react';
import type { Article, ProductDetail } from '../../../server/contract/articles.js';
import { article, type Examples, here, longName, socket, vehicle } from '../../example-data.js';
import { FitCard } from './fit-card.js';

const card = (change: Partial<ProductDetail>, of?: Partial<Article>): ReactNode => (
  <FitCard article={article(change, of)} pickerPage={here} />
);

export const examples: Examples = {
  fits: card({}, { vehicle }),
  conditional: card({ fit: { state: 'conditional', notes: ['PR 1ZE'], checks: [] } }, { vehicle }),
  'many conditions': card(
    { fit: { state: 'conditional', notes: ['PR 1ZE', longName, 'bis 2014'], checks: [] } },
    { vehicle },
  ),
  no: card({ fit: { state: 'no', notes: ['PR 1LA'], checks: [] } }, { vehicle }),
  unknown: card({ fit: { state: 'unknown', notes: [], checks: [] } }),
  'nobody has checked': card({ fit: { state: 'unknown', notes: [], checks: [] } }, { vehicle }),
  universal: card({ fit: { state: 'universal', notes: [], checks: [] } }),
  'universal, to be checked': card(
    {
      fit: {
        state: 'universal',
        notes: [],
        checks: [socket, { ...socket, what: 'power', label: 'Spannung', value: '12' }],
      },
    },
    { vehicle },
  ),
  'universal, known to agree or not': card(
    {
      fit: {
        state: 'universal',
        notes: ['PR 1ZE'],
        checks: [
          { ...socket, state: 'met' },
          { ...socket, what: 'power', state: 'notMet' },
        ],
      },
    },
    { vehicle },
  ),
};
