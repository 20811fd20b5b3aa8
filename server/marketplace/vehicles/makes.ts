import { readTable, shippedTable } from '../program/data-table.js';
import { editionCountries } from '../shipping/edition-countries.js';

/** A car maker. `share`: per cent of new cars in each edition country; `hsn` null = unknown. */
export interface Make {
  readonly wantedId: number | undefined;
  readonly name: string;
  readonly seoName: string;
  /** The group of makers that share platforms and engines. */
  readonly concern: string;
  readonly hsn: string | null;
  readonly share: readonly number[];
}

/** Reads the makes of the world by every spelling in lists of vehicles. */
export function readMakes(): Map<string, Make> {
  const makes = new Map<string, Make>();
  const file = shippedTable(import.meta.url, 'vehicle-data', 'makes.csv');
  for (const row of readTable(file, ['id', 'make', 'alias', 'concern', 'hsn', ...editionCountries])) {
    const name = row.required('make');
    const make: Make = {
      wantedId: row.requiredNumber('id', 1, 1e6),
      name,
      seoName: name,
      concern: row.required('concern'),
      hsn: row.text('hsn') || null,
      share: editionCountries.map((country) => row.requiredNumber(country, 0, 100)),
    };
    for (const spelling of [name, row.text('alias')]) if (spelling) makes.set(spelling.toLowerCase(), make);
  }
  return makes;
}
