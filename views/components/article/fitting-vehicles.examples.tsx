import type { FittingVehicles as Fittings } from '../../../server/contract/articles.js';
import { type Examples, here, longName } from '../../example-data.js';
import { FittingVehicles } from './fitting-vehicles.js';

const fitting = (at: number): Fittings[number] => ({
  manufacturer: { id: `${at % 2}`, name: at % 2 ? 'Vereda' : 'Nordwagen', seoName: 'Vereda' },
  series: { id: `${at}`, name: longName, slug: 'Reihe', seriesPageId: `${at}` },
  models: [
    {
      id: `10100${at}`,
      fullName: 'Vereda Reihe 1.6',
      name: '1.6 TDI',
      kw: 77,
      ps: 105,
      years: '2012–2020',
      fitNotes: ['PR 1ZE'],
    },
  ],
});

export const examples: Examples = {
  few: <FittingVehicles vehicles={[fitting(1)]} full={null} />,
  many: <FittingVehicles vehicles={[1, 2, 3, 4].map(fitting)} full={here} />,
};
