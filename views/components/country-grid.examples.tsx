import type { Examples } from '../example-data.js';
import type { ComponentsModel } from '../models.js';
import { CountryGrid } from './country-grid.js';

const near: readonly { code: string; name: string }[] = [
  { code: 'DE', name: 'Deutschland' },
  { code: 'LI', name: 'Liechtenstein' },
];
const others = [{ code: 'BA', name: 'Bosnien und Herzegowina' }];

export const examples = ({ flags }: ComponentsModel): Examples => ({
  chosen: <CountryGrid model={{ near, others, current: 'DE', returnTo: null, isBlocked: false, flags }} />,
  'a choice that the browser has not kept': (
    <CountryGrid model={{ near, others, current: 'DE', returnTo: null, isBlocked: true, flags }} />
  ),
});
