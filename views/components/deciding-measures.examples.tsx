import type { MeasureGroup } from '../../server/contract/articles.js';
import { type Examples, here, longName } from '../example-data.js';
import { DecidingMeasures } from './deciding-measures.js';

const group = (label: string, more: Partial<MeasureGroup> = {}): MeasureGroup => ({
  label,
  place: 'Vorderachse',
  notes: [],
  count: 6,
  isActive: false,
  chosen: [{ key: 'diameter', value: label }],
  drawing: `/api/Bilder/disc.svg?a=diameter:${label}&small=1`,
  ...more,
});

export const examples: Examples = {
  plain: <DecidingMeasures filters={[]} groups={[group('288'), group('312', { notes: ['PR-Nummer 1LJ'] })]} />,
  'one chosen': <DecidingMeasures filters={[]} groups={[group('288', { isActive: true }), group('312')]} />,
  'goods with the required approval': (
    <DecidingMeasures
      filters={[]}
      groups={[group('5W-30'), group('0W-30')]}
      approved={{
        choice: { count: 35, isActive: false, chosen: [{ key: 'approval', value: 'VW 507 00' }] },
        title: 'Freigegeben für Ihren Golf VII (35)',
      }}
    />
  ),
  'no vehicle to require an approval': (
    <DecidingMeasures filters={[]} groups={[group('5W-30'), group('0W-30')]} approved={{ href: here }} />
  ),
  long: <DecidingMeasures filters={[]} groups={[group('288', { notes: [longName] }), group('312')]} />,
};
