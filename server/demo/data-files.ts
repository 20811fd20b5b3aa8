import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DataFileError } from './csv.js';

/** Where the generator's own tables lie: beside the source, or in `demo-data` beside the bundle. */
export function defaultDataFiles(): string {
  const places = ['./data/', './demo-data/', '../demo-data/'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = places.find((place) => existsSync(join(place, 'categories.tsv')));
  if (!found)
    throw new DataFileError(`The tables of the demonstration catalogue are missing; looked in ${places.join(', ')}.`);
  return found;
}
