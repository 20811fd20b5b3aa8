import { categoryHref, vehicleHref } from '../../../views/catalogue-links.js';
import { displayTitle, vehicleName } from '../../../views/catalogue-names.js';
import type { Url } from '../../../views/links.js';
import type { NearPage } from '../../../views/models.js';
import { normaliseNumber, searchTerm, writtenNumber } from '../../contract/search.js';
import type { Api } from '../api/client.js';
import { onlyCategory } from './find-text.js';

/** Pages that an address may have meant. */
export interface NearAddresses {
  /** The only page that the words of the address name; null without one. */
  readonly meaning: string | null;
  readonly pages: readonly NearPage[];
}

/** Fewest characters of a part number. Shorter words with digits are rather measures: `5W30`. */
const shortestNumber = 6;

/**
 * Searches the words of an address: a part number, else a category or a car.
 * @param url builds paths without the prefix of the edition
 */
export async function searchAddress(api: Api, url: Url, words: readonly string[]): Promise<NearAddresses> {
  const [word = ''] = words;
  const number = normaliseNumber(word);
  const isNumber = words.length === 1 && /\d/.test(word) && number.length >= shortestNumber;
  if (isNumber && writtenNumber.safeParse(word).success) {
    const { exact, crossReferences } = await api.call('partNumber', { number });
    const path = url('partNumber', { number });
    if (exact.length + crossReferences.length > 0) return { meaning: path, pages: [{ label: number, path }] };
  }
  const term = words
    .join(' ')
    .replace(/[-_+]+/g, ' ')
    .trim();
  if (!searchTerm.safeParse(term).success) return { meaning: null, pages: [] };
  const result = await api.call('fullText', { term, exact: '1', pageSize: 8 });
  const { vehicle, reading, choices, vehicleSpecific, specific, universal } = result;
  const isFamily = choices.some(({ model }) => model === null);
  const cars = isFamily ? choices : vehicle ? [vehicle] : [];
  const ofCars = cars.map((car) => ({ label: vehicleName(car), path: vehicleHref(url, car) }));
  // The popular categories of a car have no words in the address.
  const isCar = reading.withoutCar === '';
  const categories = isCar ? [] : [...vehicleSpecific, ...specific, ...universal];
  const ofCategories = categories.map((category) => ({
    label: displayTitle(category),
    path: categoryHref(url, category, category.isUniversal ? null : vehicle),
  }));
  const onlyCar = isCar && ofCars.length === 1 && reading.notes.length === 0 ? ofCars[0] : undefined;
  return { meaning: onlyCategory(url, null, result) ?? onlyCar?.path ?? null, pages: [...ofCategories, ...ofCars] };
}
