import { buildIfStale } from '../../scripts/lib-run.ts';
import { makeCatalogue } from './make-catalogue.ts';

/** Before the first test of the built shop: a build of the sources as they are, and the catalogue that all tests copy. */
export default async function prepare(): Promise<void> {
  await buildIfStale();
  makeCatalogue();
}
