import type { ReactNode } from 'react';
import type { Fit } from '../../../server/contract/articles.js';
import { article, type Examples, socket, vehicle } from '../../example-data.js';
import { HowToCheck } from './how-to-check.js';

const advice = (fit: Pick<Fit, 'state'> & Partial<Fit>): ReactNode => (
  <HowToCheck
    article={article({ fit: { notes: [], checks: [], ...fit } }, { vehicle })}
    oeNumbers={[{ manufacturer: 'VW', numbers: ['5Q0 615 301 F'] }]}
  />
);

export const examples: Examples = {
  fits: advice({ state: 'fits' }),
  conditional: advice({ state: 'conditional', notes: ['PR 1ZE'] }),
  'nobody has checked': advice({ state: 'unknown' }),
  universal: advice({
    state: 'universal',
    checks: [socket, { ...socket, what: 'power', label: 'Spannung', value: '12' }],
  }),
};
