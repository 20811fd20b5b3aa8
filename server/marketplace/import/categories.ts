import type { DatabaseSync } from 'node:sqlite';
import { type GoodsKind, goodsKinds } from '../../contract/articles.js';
import { type Language, languages } from '../../contract/languages.js';
import { kinds } from '../../drawings/kinds.js';
import { slugOf } from '../catalogue/slugs.js';
import type { Importer } from './import-target.js';
import { putRow } from './put-row.js';
import { RowError } from './reading/import-errors.js';
import type { FeedRecord, Fields } from './reading/records.js';
import { updateFromProducts } from './update-derived-tables.js';
import { plainText, requiredText, whole } from './values.js';

const parentNotBelow = `with recursive below (id) as (select ?2 union select c.id from category c join below b on c.parent_id = b.id)
  select * from category where id = ?1 and id not in (select id from below)`;
/** Levels of the tree. */
const deepest = 4;
/** Drawing of a category whose file names none. */
const defaultKind = 'toolbox';

/**
 * Imports categories by id. A known one keeps what the file does not mention, except its place. Without `parent` it is
 * at the top, without `leaf_number` it is a group. Parents precede their children.
 */
export class CategoryImporter implements Importer {
  readonly #lines = new Map<number, number>();
  readonly #counts = { added: 0, changed: 0, unchanged: 0 };

  /** @param sold languages of the shop's editions, in which titles are required */
  constructor(
    private readonly database: DatabaseSync,
    private readonly sold: readonly Language[] = languages,
  ) {}

  importRow({ fields, line }: FeedRecord): void {
    const id = whole(fields, 'id', 2, 1_000_000_000);
    if (id === null) throw new RowError('id', '', 'is missing');
    const earlier = this.#lines.get(id);
    if (earlier !== undefined) throw new RowError('id', String(id), `is already in line ${earlier}`);
    const parentId = whole(fields, 'parent', 2, 1_000_000_000);
    const parent = parentId === null ? null : this.database.prepare(parentNotBelow).get(parentId, id);
    if (parent === undefined) throw new RowError('parent', String(parentId), 'is no category above this line');
    if (parent?.is_leaf === 1) throw new RowError('parent', String(parentId), 'is a leaf, which has nothing below it');
    const level = parent ? Number(parent.level) + 1 : 1;
    if (level > deepest) throw new RowError('parent', String(parentId), `is too deep; the tree has ${deepest} levels`);
    const leafNumber = this.#leafNumber(fields, id);
    const known = this.database.prepare('select * from category where id = ?').get(id);
    const givenKind = plainText(fields, 'kind', 40);
    if (givenKind !== null && !kinds.has(givenKind))
      throw new RowError('kind', givenKind, `is no kind of drawing; known are ${[...kinds.keys()].join(', ')}`);
    const kind = givenKind ?? String(known?.kind ?? defaultKind);
    const universal = whole(fields, 'universal', 0, 1) ?? Number(known?.is_universal ?? 0);
    const goods = goodsOf(fields);
    const [first = 'de'] = this.sold;
    const general = requiredText(fields, `title_${first}`, 120);
    const titleIn = (language: Language): string =>
      this.sold.includes(language)
        ? requiredText(fields, `title_${language}`, 120)
        : (plainText(fields, `title_${language}`, 120) ?? this.#titleOf(id, language) ?? general);
    const texts = languages.map((language) => ({
      language,
      title: titleIn(language),
      singleTitle: plainText(fields, `single_title_${language}`, 120),
      seoText: plainText(fields, `seo_text_${language}`, 500),
      description: plainText(fields, `description_${language}`, 5000),
    }));
    this.#lines.set(id, line);
    this.#refuseStrandedProducts(id, leafNumber);
    let isChanged = putRow(this.database, 'category', known, {
      id,
      parent_id: parentId,
      top_parent_id: parent ? Number(parent.top_parent_id ?? parent.id) : null,
      level,
      is_leaf: leafNumber === null ? 0 : 1,
      is_universal: universal,
      leaf_number: leafNumber,
      kind,
      popularity: whole(fields, 'popularity', 0, 10_000) ?? known?.popularity ?? 1,
      product_count: known?.product_count ?? 0,
      position: whole(fields, 'position', 0, 1_000_000) ?? known?.position ?? line,
      usual_quantity: whole(fields, 'usual_quantity', 1, 99) ?? known?.usual_quantity ?? 1,
      needs: leavesIn(fields, 'needs', /^(\d+)$/) ?? known?.needs ?? '[]',
      set_of: leavesIn(fields, 'set_of', /^(\d+)=(\d{1,2})$/) ?? known?.set_of ?? '[]',
      per_cylinder: whole(fields, 'per_cylinder', 0, 1) ?? known?.per_cylinder ?? 0,
    });
    const write = this.database.prepare(`insert into category_text values (?, ?, ?, ?, ?, ?, ?)
      on conflict (category_id, language) do update set title = excluded.title, slug = excluded.slug,
        seo_text = coalesce(nullif(excluded.seo_text, ''), seo_text), description = coalesce(nullif(excluded.description, ''), description),
        single_title = coalesce(nullif(excluded.single_title, ''), single_title)
      where title <> excluded.title or slug <> excluded.slug
        or excluded.seo_text not in ('', seo_text) or excluded.description not in ('', description)
        or excluded.single_title not in ('', single_title)`);
    for (const { language, title, singleTitle, seoText, description } of texts) {
      const long = [seoText ?? '', description ?? '', singleTitle ?? ''];
      const written = write.run(id, language, title, slugOf(title, language), ...long);
      if (Number(written.changes) > 0) isChanged = true;
    }
    if (goods && this.#writeGoods(id, goods)) isChanged = true;
    if (!known) this.#counts.added++;
    else this.#counts[isChanged ? 'changed' : 'unchanged']++;
  }

  #titleOf(id: number, language: Language): string | undefined {
    const query = 'select title from category_text where category_id = ? and language = ?';
    return this.database.prepare(query).get(id, language)?.title as string | undefined;
  }

  /** @param goods sorted @returns whether they have changed */
  #writeGoods(id: number, goods: readonly GoodsKind[]): boolean {
    const find = this.database.prepare('select goods from category_goods where category_id = ? order by goods');
    const known = find.all(id).map((row) => String(row.goods));
    if (known.join() === goods.join()) return false;
    this.database.prepare('delete from category_goods where category_id = ?').run(id);
    const insert = this.database.prepare('insert into category_goods values (?, ?)');
    for (const kind of goods) insert.run(id, kind);
    return true;
  }

  #leafNumber(fields: Fields, id: number): number | null {
    const leafNumber = whole(fields, 'leaf_number', 1, 1_000_000_000);
    if (leafNumber === null) return null;
    const owner = this.database
      .prepare('select id from category where leaf_number = ? and id <> ?')
      .get(leafNumber, id);
    if (owner) throw new RowError('leaf_number', String(leafNumber), `belongs to category ${owner.id}`);
    return leafNumber;
  }

  #refuseStrandedProducts(id: number, leafNumber: number | null): void {
    if (leafNumber !== null) return;
    const product = this.database.prepare('select 1 from product where category_id = ? limit 1').get(id);
    if (product) throw new RowError('leaf_number', '', 'is missing, but the category has products');
  }

  finish(): Readonly<Record<string, number>> {
    if (this.#counts.added + this.#counts.changed > 0) updateFromProducts(this.database);
    return this.#counts;
  }
}

/** Reads ids of leaves as JSON, with pieces if the pattern has them; null = the file does not say. */
function leavesIn(fields: Fields, field: string, pattern: RegExp): string | null {
  const words = plainText(fields, field, 500)?.split(/[\s,;|]+/) ?? null;
  if (words === null || words.join() === 'none') return words && '[]';
  const leaves = words.map((word) => {
    const match = pattern.exec(word);
    if (!match) throw new RowError(field, word, 'is not written as ids of categories, in a set as ID=PIECES');
    return match[2] === undefined ? Number(match[1]) : [Number(match[1]), Number(match[2])];
  });
  return JSON.stringify(leaves);
}

/** Reads kinds of goods with legal rules of their own; null = the file does not say, `none` empties the list. */
function goodsOf(fields: Fields): GoodsKind[] | null {
  const words = plainText(fields, 'goods', 200)?.split(/[\s,;|]+/) ?? null;
  if (words === null || words.join() === 'none') return words && [];
  const kinds = words.map((word) => {
    const kind = goodsKinds.find((name) => name.toLowerCase() === word.toLowerCase());
    if (!kind) throw new RowError('goods', word, `is not one of ${goodsKinds.join(', ')}, none`);
    return kind;
  });
  return [...new Set(kinds)].sort();
}
