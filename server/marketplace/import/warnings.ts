import type { DatabaseSync } from 'node:sqlite';
import { languages } from '../../contract/languages.js';
import type { Texts } from '../catalogue-texts/texts.js';
import type { Importer } from './import-target.js';
import { KnownLeaves } from './known-leaves.js';
import { isDeletion } from './offer-fields.js';
import { ProductFinder } from './product-finder.js';
import { IncompleteRow, RowError } from './reading/import-errors.js';
import type { FeedRecord, Fields } from './reading/records.js';
import { plainText, requiredText } from './values.js';

/**
 * Imports safety warnings of products, and of categories with everything in them (Regulation (EU) 2023/988, Art. 19
 * (d)). They replace all warnings of each product and category in the file.
 */
export class WarningImporter implements Importer {
  readonly tables = ['product', 'category_warning'];
  readonly incomplete: RowError[] = [];
  readonly #finder: ProductFinder;
  readonly #leaves: KnownLeaves;
  readonly #categories: ReadonlySet<number>;
  readonly #ofProducts = new Map<number, Texts[]>();
  readonly #ofCategories = new Map<number, Texts[]>();
  #changed = 0;

  constructor(private readonly database: DatabaseSync) {
    this.#finder = new ProductFinder(database);
    this.#leaves = new KnownLeaves(database);
    this.#categories = new Set(
      database
        .prepare('select id from category')
        .all()
        .map(({ id }) => Number(id)),
    );
  }

  importRow(record: FeedRecord): void {
    const { fields } = record;
    const isOfProduct = fields.number !== undefined || fields.gtin !== undefined;
    const [all, id] = isOfProduct
      ? ([this.#ofProducts, this.#finder.find(record)] as const)
      : ([this.#ofCategories, this.#categoryOf(requiredText(fields, 'category', 500))] as const);
    const text = isDeletion(record) ? null : this.#textOf(fields);
    const warnings = all.get(id) ?? [];
    all.set(id, warnings);
    if (text) warnings.push(text);
  }

  /** Finds a group by id, a leaf also by title. */
  #categoryOf(text: string): number {
    return this.#categories.has(Number(text)) ? Number(text) : this.#leaves.find(text).id;
  }

  #textOf(fields: Fields): Texts {
    const given = languages.flatMap((language) => {
      const text = plainText(fields, `text_${language}`, 1000);
      return text === null ? [] : [[language, text] as const];
    });
    const [first] = given;
    if (!first) throw new RowError('text_de', '', 'is missing, and so are those of the other languages');
    const texts: Texts = Object.fromEntries(given);
    for (const language of languages)
      if (texts[language] === undefined)
        this.incomplete.push(
          new IncompleteRow(`text_${language}`, first[1], 'is missing; another language is shown there'),
        );
    return texts;
  }

  finish(): Readonly<Record<string, number>> {
    const setProduct = this.database.prepare(
      'update product set warnings = :warnings where id = :id and warnings <> :warnings',
    );
    for (const [id, texts] of this.#ofProducts)
      this.#changed += Number(setProduct.run({ id, warnings: JSON.stringify(texts) }).changes);
    const find = this.database.prepare('select warnings from category_warning where category_id = ?');
    const drop = this.database.prepare('delete from category_warning where category_id = ?');
    const insert = this.database.prepare('insert into category_warning values (?, ?)');
    for (const [id, texts] of this.#ofCategories) {
      const warnings = JSON.stringify(texts);
      if ((find.get(id)?.warnings ?? '[]') === warnings) continue;
      drop.run(id);
      if (texts.length > 0) insert.run(id, warnings);
      this.#changed++;
    }
    return { products: this.#ofProducts.size, categories: this.#ofCategories.size, changed: this.#changed };
  }
}
