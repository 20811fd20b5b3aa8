import { locales } from '../../contract/locales.js';
import { editionCountry, languageOf } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';
import { yieldToEventLoop } from '../program/yield-to-event-loop.js';
import { suggest } from './suggestions.js';

/**
 * Runs typical searches in each edition, so that no visitor waits for compilation, or the first reading of rules,
 * approvals, brands, units and cars.
 * @param isServed false stops it: the catalogue may be closed
 */
export async function readySearch(generation: Generation, isServed: () => boolean): Promise<void> {
  const [brand] = generation.brands.values();
  const [leaf] = [...generation.categories.leaves].sort((a, b) => b.popularity - a.popularity);
  const [car] = generation.vehicles.pages.values();
  if (!brand || !leaf || !car || !isServed()) return;
  const pause = yieldToEventLoop(generation.offers.clock);
  await generation.vehicles.readModels(pause);
  for (const locale of locales) {
    const { title } = leaf.texts[languageOf(locale)];
    for (const query of [title, `${title} ${brand.name} 10 mm`, car.name, `${title} ${car.name}`]) {
      if (!isServed()) return;
      await suggest(generation, { query, locale, country: editionCountry(locale) }, () => {});
      await pause();
    }
  }
}
