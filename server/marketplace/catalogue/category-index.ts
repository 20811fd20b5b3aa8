import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { category, categoryDetail, categoryReference } from '../../contract/catalogue.js';
import { type Language, languages } from '../../contract/languages.js';
import type { CatalogueTables } from '../store/catalogue-tables.js';
import { rowsOf } from '../store/node-sqlite.js';
import { forEachInChunks, type Yield } from '../store/yield-to-event-loop.js';

type Row = CatalogueTables['category'];
type TextRow = CatalogueTables['category_text'];
/** What lists show; the long texts stay in the file. */
type Name = Pick<TextRow, 'title' | 'slug'>;
type NamesOfCategory = ReadonlyMap<string, Name>;
type CategoryWire = z.input<typeof category>;
type ReferenceWire = z.input<typeof categoryReference>;

export interface Category extends Row {
  texts: Readonly<Record<Language, Name>>;
  parent: Category | null;
  top: Category | null;
  /** In the order of their position. */
  children: Category[];
  /** Leaves at or below it. */
  leaves: Category[];
}

/** The category tree of one generation, read once: a thousand categories at most. */
export class CategoryIndex {
  readonly all: ReadonlyMap<number, Category>;
  readonly roots: readonly Category[];
  readonly leaves: readonly Category[];
  readonly #wires = new Map<string, CategoryWire>();
  readonly #db: Kysely<CatalogueTables>;

  private constructor(db: Kysely<CatalogueTables>, all: Map<number, Category>) {
    this.#db = db;
    for (const entry of all.values()) {
      entry.parent = entry.parent_id === null ? null : (all.get(entry.parent_id) ?? null);
      entry.top = entry.top_parent_id === null ? null : (all.get(entry.top_parent_id) ?? null);
      entry.parent?.children.push(entry);
    }
    for (const leaf of all.values()) {
      if (!leaf.is_leaf) continue;
      for (let above: Category | null = leaf; above; above = above.parent) above.leaves.push(leaf);
    }
    this.all = all;
    this.roots = [...all.values()].filter((entry) => entry.parent === null);
    this.leaves = [...all.values()].filter((entry) => entry.is_leaf);
  }

  static async load(db: Kysely<CatalogueTables>, pause: Yield): Promise<CategoryIndex> {
    const rows = await db.selectFrom('category').selectAll().orderBy('position').orderBy('id').execute();
    await pause();
    const names = new Map(rows.map(({ id }) => [id, new Map<string, Name>()]));
    await forEachInChunks(
      rowsOf(db, 'category_text'),
      ({ category_id, language, title, slug }) => names.get(category_id)?.set(language, { title, slug }),
      pause,
    );
    const all = new Map<number, Category>();
    await forEachInChunks(rows, (row) => all.set(row.id, categoryOf(row, names.get(row.id) as NamesOfCategory)), pause);
    return new CategoryIndex(db, all);
  }

  /** From the root to the parent. */
  ancestors(entry: Category): Category[] {
    const path: Category[] = [];
    for (let above = entry.parent; above; above = above.parent) path.unshift(above);
    return path;
  }

  /** The category as it stands on the wire, in one language. */
  wire(entry: Category, language: Language): CategoryWire {
    const key = `${language}${entry.id}`;
    const known = this.#wires.get(key);
    if (known) return known;
    const text = entry.texts[language];
    const made: CategoryWire = {
      id: String(entry.id),
      urlId: String(entry.id),
      leafNumber: entry.leaf_number,
      title: text.title,
      seoAlias: text.slug,
      imageFilename: entry.kind,
      level: entry.level,
      isUniversal: entry.is_universal === 1,
      isLeaf: entry.is_leaf === 1,
      popularity: entry.popularity,
      parent: entry.parent && this.reference(entry.parent, language),
      topParent: entry.top && this.reference(entry.top, language),
    };
    this.#wires.set(key, made);
    return made;
  }

  reference(entry: Category, language: Language): ReferenceWire {
    const text = entry.texts[language];
    return { id: String(entry.id), title: text.title, seoAlias: text.slug };
  }

  async detail(entry: Category, language: Language): Promise<z.input<typeof categoryDetail>> {
    const text = await this.#db
      .selectFrom('category_text')
      .select(['seo_text', 'description'])
      .where('category_id', '=', entry.id)
      .where('language', '=', language)
      .executeTakeFirstOrThrow();
    const slugs = languages.map((each) => [each, entry.texts[each].slug]);
    return {
      ...this.wire(entry, language),
      seoAliases: Object.fromEntries(slugs) as Record<Language, string>,
      seoText: text.seo_text,
      description: text.description,
    };
  }
}

/** Still without those above and below it. */
function categoryOf(row: Row, own: NamesOfCategory): Category {
  const entries = languages.map((language) => {
    const text = own.get(language);
    if (!text) throw new Error(`category ${row.id} has no text in ${language}`);
    return [language, text] as const;
  });
  const texts = Object.fromEntries(entries) as Record<Language, Name>;
  return { ...row, texts, parent: null, top: null, children: [], leaves: [] };
}
