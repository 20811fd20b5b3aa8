import { inLanguages, type Language } from '../contract/languages.js';
import { slugOf } from '../marketplace/catalogue/slugs.js';
import type { IdRegistry } from '../marketplace/catalogue-file/ids.js';
import { readTable } from '../marketplace/program/data-table.js';
import type { Category } from './categories.js';
import type { SeededRandom } from './seeded-random.js';
import { filled, texts } from './texts.js';

/** An invented maker of parts. */
export interface Brand {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly country: string;
  readonly address: string;
  readonly email: string;
  readonly euResponsible: string | null;
  /** Its prices relative to the median of a category. */
  readonly factor: number;
  /** Ids of the root categories with its parts. */
  readonly roots: ReadonlySet<number>;
  /** Form of its article numbers; each 0 becomes a digit. */
  readonly numberForm: string;
  /** Descriptions by language, as JSON. */
  readonly description: string;
}

/** A title inside a sentence: only German keeps the capital. */
const withinSentence = (title: string, language: Language): string =>
  language === 'de' ? title : title.charAt(0).toLocaleLowerCase(language) + title.slice(1);

/** Reads the invented brands. @throws DataFileError where a brand names a root category that does not exist */
export function readBrands(
  file: string,
  categories: readonly Category[],
  ids: IdRegistry,
  dice: SeededRandom,
): Brand[] {
  const roots = new Map(categories.filter(({ level }) => level === 1).map((category) => [category.id, category]));
  return readTable(file, ['name', 'country', 'city', 'roots', 'number', 'euResponsible']).map((row) => {
    const name = row.required('name');
    const own = row.required('roots').split(',').map(Number);
    const fields = own.flatMap((id) => roots.get(id) ?? []);
    if (fields.length !== own.length) throw row.error('roots', 'ids of root categories separated by commas');
    const since = row.requiredNumber('since', 1800, 2100);
    const voice = dice.int(0, 1, 'brand', name);
    const description = inLanguages((language) => {
      const names = fields.slice(0, 4).map((field) => withinSentence(field.title[language], language));
      const values = { name, city: row.required('city'), since, fields: names.join(', ') };
      return filled(texts[language].brands[voice] ?? '', values);
    });
    const country = row.required('country');
    return {
      id: ids.idOf('brand', name),
      name,
      slug: slugOf(name, 'de'),
      country,
      address: `${row.required('street')}, ${row.required('postcode')} ${row.required('city')}`,
      email: row.required('email'),
      euResponsible: row.text('euResponsible') || null,
      factor: row.requiredNumber('factor', 0.1, 10),
      roots: new Set(own),
      numberForm: row.required('number'),
      description: JSON.stringify(description),
    };
  });
}
