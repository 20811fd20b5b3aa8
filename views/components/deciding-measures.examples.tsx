import type { MeasureGroup } from '../../server/contract/articles.js';
import { type Examples, longName } from '../example-data.js';
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
  long: <DecidingMeasures filters={[]} groups={[group('288', { notes: [longName] }), group('312')]} />,
};
