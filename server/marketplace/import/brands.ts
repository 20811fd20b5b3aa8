import type { DatabaseSync } from 'node:sqlite';
import { inLanguages, languages } from '../../contract/languages.js';
import { parseTexts } from '../catalogue-texts/texts.js';
import { fillProductFlags } from '../offer-store/product-flags.js';
import type { Importer } from './import-target.js';
import { isDeletion } from './offer-fields.js';
import { makerOf } from './product-fields.js';
import { KnownBrands } from './product-finder.js';
import { IncompleteRow, RowError } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';
import { plainText, requiredText } from './values.js';

/** Imports texts of brands by language, and who makes their parts. A brand keeps what a row does not mention. */
export class BrandImporter implements Importer {
  readonly incomplete: RowError[] = [];
  readonly #brands: KnownBrands;
  readonly #lines = new Map<number, number>();
  readonly #counts = { changed: 0, unchanged: 0 };
  #hasOtherMaker = false;

  constructor(private readonly database: DatabaseSync) {
    this.#brands = new KnownBrands(database);
  }

  importRow(record: FeedRecord): void {
    const { fields, line } = record;
    const name = requiredText(fields, 'brand', 60);
    const brand = this.#brands.find(name);
    if (!brand) throw new RowError('brand', name, 'is no known brand; brands come with their products');
    const earlier = this.#lines.get(brand.id);
    if (earlier !== undefined) throw new RowError('brand', name, `is already in line ${earlier}`);
    const known = this.database.prepare('select * from brand where id = ?').get(brand.id) ?? {};
    const before = parseTexts(String(known.description));
    const isDeleted = isDeletion(record);
    const texts = inLanguages((language) =>
      isDeleted ? '' : (plainText(fields, `description_${language}`, 2000) ?? before[language] ?? ''),
    );
    const maker = isDeleted ? [] : makerOf(fields);
    this.#lines.set(brand.id, line);
    const description = JSON.stringify(texts);
    const others = maker.filter(([column, value]) => known[column] !== value);
    if (others.length > 0) this.#hasOtherMaker = true;
    const isChanged = others.length > 0 || languages.some((language) => texts[language] !== (before[language] ?? ''));
    for (const [column, value] of isChanged ? [...others, ['description', description] as const] : [])
      this.database.prepare(`update brand set ${column} = ? where id = ?`).run(value, brand.id);
    if (languages.some((language) => texts[language] !== ''))
      for (const language of languages)
        if (texts[language] === '')
          this.incomplete.push(
            new IncompleteRow(`description_${language}`, name, 'is missing; the page has no text there'),
          );
    this.#counts[isChanged ? 'changed' : 'unchanged']++;
  }

  /** Updates the flags of products, because parts of a maker without an address are not sold. */
  finish(): Readonly<Record<string, number>> {
    if (this.#hasOtherMaker) fillProductFlags(this.database);
    return this.#counts;
  }
}
