import { type Examples, socket } from '../example-data.js';
import { FitMark } from './fit-mark.js';

export const examples: Examples = {
  fits: <FitMark fit={{ state: 'fits', notes: [], checks: [] }} />,
  conditional: <FitMark fit={{ state: 'conditional', notes: ['PR 1ZE'], checks: [] }} />,
  'conditional, long': (
    <FitMark fit={{ state: 'conditional', notes: ['PR 1ZE', 'nur mit Bremsscheibendurchmesser 288 mm'], checks: [] }} />
  ),
  no: <FitMark fit={{ state: 'no', notes: [], checks: [] }} />,
  'universal, to be checked': (
    <FitMark fit={{ state: 'universal', notes: [], checks: [socket, { ...socket, key: 'type', value: 'H7' }] }} />
  ),
  'universal, beside its data': (
    <FitMark
      fit={{ state: 'universal', notes: [], checks: [socket, { ...socket, key: 'type', label: 'Typ' }] }}
      isBesideData
    />
  ),
  'universal, agrees': <FitMark fit={{ state: 'universal', notes: [], checks: [{ ...socket, state: 'met' }] }} />,
  'universal, disagrees': <FitMark fit={{ state: 'universal', notes: [], checks: [{ ...socket, state: 'notMet' }] }} />,
  'universal, nothing to check': <FitMark fit={{ state: 'universal', notes: [], checks: [] }} />,
  unknown: <FitMark fit={{ state: 'unknown', notes: [], checks: [] }} />,
};
