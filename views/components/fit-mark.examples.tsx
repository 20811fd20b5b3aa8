import type { Examples } from './example-data.js';
import { FitMark } from './fit-mark.js';

export const examples: Examples = {
  fits: <FitMark fit={{ state: 'fits', notes: [] }} />,
  conditional: <FitMark fit={{ state: 'conditional', notes: ['PR 1ZE'] }} />,
  'conditional, long': (
    <FitMark fit={{ state: 'conditional', notes: ['PR 1ZE', 'nur mit Bremsscheibendurchmesser 288 mm'] }} />
  ),
  no: <FitMark fit={{ state: 'no', notes: [] }} />,
  unknown: <FitMark fit={{ state: 'unknown', notes: [] }} />,
};
