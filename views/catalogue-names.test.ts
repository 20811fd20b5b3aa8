import { describe, expect, test } from 'vitest';
import type { Vehicle } from '../server/contract/vehicles.js';
import { displayTitle, titlesInLine, vehicleName } from './catalogue-names.js';
import { vehicle } from './example-data.js';

const seriesPage = { id: '7', slug: 'Golf-VII', name: 'Golf VII' };
const golf: Vehicle = {
  ...vehicle,
  manufacturer: { id: '1', name: 'Volkswagen', slug: 'Volkswagen', seoName: 'Volkswagen', popularity: 1 },
  seriesPage,
  model: vehicle.model && { ...vehicle.model, fullName: 'Volkswagen Golf VII 1.6 TDI (5G1)' },
};
const parent = { id: '301', title: 'Scheibenbremse', seoAlias: 'Scheibenbremse' };

describe('names', () => {
  test('a category names its parent', () => {
    expect(displayTitle({ title: 'Bremsscheiben', parent })).toBe('Bremsscheiben (Scheibenbremse)');
  });
  test('unless the parent is the root, has the same name, or is missing', () => {
    expect(displayTitle({ title: 'Bremsensatz (Scheiben und Beläge)', parent })).toBe(
      'Bremsensatz (Scheiben und Beläge, Scheibenbremse)',
    );
    expect(displayTitle({ title: 'Bremsanlage', parent: { ...parent, id: '1' } })).toBe('Bremsanlage');
    expect(displayTitle({ title: 'Scheibenbremse', parent })).toBe('Scheibenbremse');
    expect(displayTitle({ title: 'Bremsanlage', parent: null })).toBe('Bremsanlage');
  });
  test('titles in a line have one capital, except for German nouns, names and abbreviations', () => {
    const titles = ['Frenos de disco', 'Filtros', 'ABS', 'AdBlue', 'Árboles de levas'];
    expect(titlesInLine(titles, 'es')).toBe('Frenos de disco, filtros, ABS, AdBlue, árboles de levas');
    expect(titlesInLine(['Ölfilter', 'Luftfilter'], 'de')).toBe('Ölfilter, Luftfilter');
  });
  test('a vehicle is named by its most exact known part', () => {
    expect(vehicleName(golf)).toBe('Volkswagen Golf VII 1.6 TDI (5G1)');
    expect(vehicleName({ ...golf, model: null })).toBe('Volkswagen Golf VII');
    expect(vehicleName({ ...golf, seriesPage: { ...seriesPage, name: 'Volkswagen T4' }, model: null })).toBe(
      'Volkswagen T4',
    );
    expect(vehicleName({ ...golf, model: null, seriesPage: null })).toBe('Volkswagen');
  });
});
