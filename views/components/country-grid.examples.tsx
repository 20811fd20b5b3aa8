import type { ComponentsModel } from '../models.js';
import { CountryGrid } from './country-grid.js';
import type { Examples } from './example-data.js';

const countries: readonly { code: string; name: string }[] = [
  { code: 'DE', name: 'Deutschland' },
  { code: 'BA', name: 'Bosnien und Herzegowina' },
  { code: 'LI', name: 'Liechtenstein' },
];

export const examples = ({ flags }: ComponentsModel): Examples => ({
  chosen: <CountryGrid model={{ countries, current: 'DE', returnTo: null, isBlocked: false, flags }} />,
  'a choice that the browser has not kept': (
    <CountryGrid model={{ countries, current: 'DE', returnTo: null, isBlocked: true, flags }} />
  ),
});
