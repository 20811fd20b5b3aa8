import type { DatabaseSync } from 'node:sqlite';
import { type Language, languages } from '../../contract/languages.js';
import { type CatalogueTables, ruleKinds } from '../catalogue-file/catalogue-tables.js';
import { everyLanguage } from '../search/words/synonyms.js';
import type { Importer } from './import-target.js';
import { ProductFinder } from './product-finder.js';
import { RowError } from './reading/import-errors.js';
import type { FeedRecord, Fields } from './reading/records.js';
import { updateFromNames } from './update-derived-tables.js';
import { plainText, requiredText } from './values.js';

type Rule = Omit<CatalogueTables['search_steering'], 'id'>;

/** A path within an edition. */
const ownPath = /^\/(?!\/)[^\s\\]*$/;
/** Separates words with the same meaning. */
const separator = /[,;|]/;

/** Imports the operator's search rules. The rules in a file replace all others. */
export class SearchRuleImporter implements Importer {
  readonly #finder: ProductFinder;
  readonly #rules: Rule[] = [];
  readonly #known: readonly Rule[];
  #hasChanged = false;

  constructor(private readonly database: DatabaseSync) {
    this.#finder = new ProductFinder(database);
    this.#known = database
      .prepare('select rule, language, words, target, product_id, category_id from search_steering order by id')
      .all() as unknown as Rule[];
  }

  /** The words of all rules by language, to try what the rules do. */
  get words(): { language: Language; term: string }[] {
    return [...this.#rules, ...this.#known].flatMap(({ rule, language, words }) =>
      languages
        .filter((each) => language === each || language === everyLanguage)
        .flatMap((each) =>
          (rule === 'synonym' ? words.split(separator) : [words]).map((term) => ({
            language: each,
            term: term.trim(),
          })),
        ),
    );
  }

  importRow(record: FeedRecord): void {
    const { fields } = record;
    const given = requiredText(fields, 'rule', 20).toLowerCase();
    const rule = ruleKinds.find((kind) => kind === given);
    if (!rule) throw new RowError('rule', given, `is not one of ${ruleKinds.join(', ')}`);
    const words = requiredText(fields, 'words', 300);
    const plain = { rule, language: languageOf(fields), words, target: '', product_id: null, category_id: null };
    this.#rules.push({ ...plain, ...this.#effectOf(rule, words, record) });
  }

  #effectOf(rule: Rule['rule'], words: string, record: FeedRecord): Partial<Rule> {
    const { fields } = record;
    if (rule === 'synonym') {
      if (words.split(separator).filter((each) => each.trim() !== '').length < 2)
        throw new RowError('words', words, 'is only one; words that mean the same are separated by commas');
      return {};
    }
    if (rule === 'one-way') return { target: requiredText(fields, 'target', 200) };
    if (rule === 'redirect') {
      const target = requiredText(fields, 'target', 300);
      if (ownPath.test(target)) return { target };
      throw new RowError('target', target, 'is no path of the shop such as /Informationen/Versand');
    }
    if (rule === 'stop') return {};
    const category = plainText(fields, 'category', 20);
    return category === null ? { product_id: this.#finder.find(record) } : { category_id: this.#categoryOf(category) };
  }

  #categoryOf(text: string): number {
    const known = this.database.prepare('select id from category where id = ?').get(text);
    if (!known) throw new RowError('category', text, 'is the id of no category');
    return Number(known.id);
  }

  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  finish(): Readonly<Record<string, number>> {
    const textOf = ({ rule, language, words, target, product_id, category_id }: Rule): string =>
      JSON.stringify([rule, language, words, target, product_id, category_id]);
    const before = this.#known.map(textOf);
    const after = this.#rules.map(textOf);
    this.#hasChanged = before.length !== after.length || before.some((text, index) => text !== after[index]);
    const isNew = (text: string) => !before.includes(text);
    const changes = {
      rules: after.length,
      added: after.filter(isNew).length,
      removed: before.filter((text) => !after.includes(text)).length,
    };
    if (!this.#hasChanged) return changes;
    this.database.exec('delete from search_steering');
    const put = this.database.prepare(
      'insert into search_steering (rule, language, words, target, product_id, category_id) values (?, ?, ?, ?, ?, ?)',
    );
    for (const { rule, language, words, target, product_id, category_id } of this.#rules)
      put.run(rule, language, words, target, product_id, category_id);
    const synonyms = (rules: readonly Rule[]) =>
      JSON.stringify(rules.filter(({ rule }) => rule === 'synonym').map(textOf));
    if (synonyms(this.#known) !== synonyms(this.#rules)) updateFromNames(this.database);
    return changes;
  }
}

function languageOf(fields: Fields): string {
  const given = plainText(fields, 'language', 10)?.toLowerCase() ?? everyLanguage;
  if (given === everyLanguage || languages.some((each) => each === given)) return given;
  throw new RowError('language', given, `is not one of ${languages.join(', ')}; empty means all`);
}
