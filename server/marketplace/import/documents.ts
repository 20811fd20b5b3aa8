import type { DatabaseSync } from 'node:sqlite';
import { languages } from '../../contract/languages.js';
import { ownText } from '../catalogue-texts/own-texts.js';
import { nameKey } from '../offer-store/name-key.js';
import type { Importer } from './import-target.js';
import { isDeletion } from './offer-fields.js';
import { ProductFinder } from './product-finder.js';
import words from './reading/data/words.json' with { type: 'json' };
import { RowError } from './reading/import-errors.js';
import type { FeedRecord, Fields } from './reading/records.js';
import { RowHash } from './row-hash.js';
import { documentAddress, plainText, requiredText } from './values.js';

/** Types with titles in every language, by names that feeds use. */
const typesByName: ReadonlyMap<string, { readonly id: number; readonly title: string }> = new Map(
  Object.entries(words.documentTypes).flatMap(([id, { title, names }]) =>
    [title, ...names.split('|'), ...languages.map((each) => ownText('documents', id, each) ?? '')].map(
      (name) => [nameKey(name), { id: Number(id), title }] as const,
    ),
  ),
);
const firstOwnType = 1000;
const hash = new RowHash('document');
/** Language numbers of documents (specification 3). */
const documentLanguages: Readonly<Record<string, number>> = words.documentLanguages;

interface Document {
  readonly line: number;
  readonly type: number;
  readonly title: string;
  readonly url: string;
}

/**
 * Imports safety data sheets, fitting instructions and other documents. They replace all documents of each product in
 * the file.
 */
export class DocumentImporter implements Importer {
  readonly tables = ['document'];
  readonly #finder: ProductFinder;
  /** Documents by product, then by number and language. */
  readonly #documents = new Map<number, Map<string, Document>>();
  #changed = 0;

  constructor(private readonly database: DatabaseSync) {
    this.#finder = new ProductFinder(database);
  }

  importRow(record: FeedRecord): void {
    const { fields, line } = record;
    const product = this.#finder.find(record);
    const known = this.#documents.get(product) ?? new Map<string, Document>();
    if (isDeletion(record)) {
      this.#documents.set(product, known);
      return;
    }
    const { id: type, title } = typeOf(fields);
    const language = languageOf(fields);
    const url = documentAddress(fields, 'url');
    if (url === null) throw new RowError('url', '', 'is missing');
    const number = plainText(fields, 'doc_no', 60) ?? `${type}-${product}`;
    const key = JSON.stringify([number, language]);
    const earlier = known.get(key);
    if (earlier) throw new RowError('doc_no', number, `is already in line ${earlier.line}, in this language`);
    known.set(key, { line, type, title, url });
    this.#documents.set(product, known);
  }

  finish(): Readonly<Record<string, number>> {
    const find = this.database.prepare(
      'select doc_no, lang_no, type_id, title, url from document where product_id = ? order by doc_no, lang_no',
    );
    find.setReturnArrays(true);
    const drop = this.database.prepare('delete from document where product_id = ?');
    const insert = this.database.prepare('insert into document values (?, ?, ?, ?, ?, ?)');
    let documents = 0;
    for (const [product, given] of this.#documents) {
      const rows = [...given]
        .map(([key, { type, title, url }]) => [...(JSON.parse(key) as [string, number]), type, title, url] as const)
        .sort(([a, first], [b, second]) => (a === b ? first - second : a < b ? -1 : 1));
      documents += rows.length;
      if (JSON.stringify(find.all(product)) === JSON.stringify(rows)) continue;
      drop.run(product);
      for (const row of rows) insert.run(product, ...row);
      this.#changed++;
    }
    return { products: this.#documents.size, changed: this.#changed, documents };
  }
}

/** Finds a type by its title, or makes one of the feed's own. */
function typeOf(fields: Fields): { id: number; title: string } {
  const text = requiredText(fields, 'type', 80);
  const known = typesByName.get(nameKey(text));
  const title = plainText(fields, 'title', 120);
  if (known) return { id: known.id, title: title ?? known.title };
  return { id: firstOwnType + (hash.of({ type: nameKey(text) }) % 1_000_000), title: title ?? text };
}

function languageOf(fields: Fields): number {
  const code = plainText(fields, 'language', 10)?.toLowerCase() ?? 'none';
  const number = documentLanguages[code];
  if (number === undefined)
    throw new RowError('language', code, `is not one of ${Object.keys(documentLanguages).join(', ')}`);
  return number;
}
