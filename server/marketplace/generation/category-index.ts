import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { category, categoryDetail, categoryReference } from '../../contract/catalogue.js';
import { inLanguages, type Language, languages } from '../../contract/languages.js';
import type { CatalogueTables } from '../catalogue-file/catalogue-tables.js';
import { rowsOf } from '../files/node-sqlite.js';
import type { TextOverrides } from '../offer-store/text-overrides.js';
import { forEachInChunks, type Yield } from '../program/yield-to-event-loop.js';

type Row = CatalogueTables['category'];
type TextRow = CatalogueTables['category_text'];
/** Short texts for lists; the long ones stay in the file. */
type Name = Pick<TextRow, 'title' | 'slug' | 'single_title'>;
type NamesOfCategory = ReadonlyMap<string, Name>;
type CategoryWire = z.input<typeof category>;
/** Data with the operator's current text overrides. */
export interface Corrected {
  readonly textOverrides: TextOverrides;
}
type ReferenceWire = z.input<typeof categoryReference>;

export interface Category extends Row {
  /** Names as pages show them. */
  texts: Readonly<Record<Language, Name>>;
  /** Names as imported, to which the tables of symptoms refer. */
  imported: Readonly<Record<Language, Name>>;
  parent: Category | null;
  top: Category | null;
  /** Subcategories in the order of their positions. */
  children: Category[];
  /** The category itself if it is a leaf, and all leaves below it. */
  leaves: Category[];
}

/** The category tree of one generation, at most a thousand categories, read once. */
export class CategoryIndex {
  readonly all: ReadonlyMap<number, Category>;
  readonly roots: readonly Category[];
  readonly leaves: readonly Category[];
  readonly #wires = new Map<string, CategoryWire>();
  /** The texts of the cached responses. */
  #known: TextOverrides;

  private constructor(
    private readonly db: Kysely<CatalogueTables>,
    all: Map<number, Category>,
    private readonly corrected: Corrected,
  ) {
    this.#known = corrected.textOverrides;
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

  static async load(db: Kysely<CatalogueTables>, corrected: Corrected, pause: Yield): Promise<CategoryIndex> {
    const rows = await db.selectFrom('category').selectAll().orderBy('position').orderBy('id').execute();
    await pause();
    const names = new Map(rows.map(({ id }) => [id, new Map<string, Name>()]));
    await forEachInChunks(
      rowsOf(db, 'category_text'),
      ({ category_id, language, title, slug, single_title }) =>
        names.get(category_id)?.set(language, { title, slug, single_title }),
      pause,
    );
    const all = new Map<number, Category>();
    await forEachInChunks(
      rows,
      (row) => all.set(row.id, categoryOf(row, names.get(row.id) as NamesOfCategory, corrected)),
      pause,
    );
    return new CategoryIndex(db, all, corrected);
  }

  /** Returns the categories from the root to the parent. */
  ancestors(entry: Category): Category[] {
    const path: Category[] = [];
    for (let above = entry.parent; above; above = above.parent) path.unshift(above);
    return path;
  }

  wire(entry: Category, language: Language): CategoryWire {
    if (this.#known !== this.corrected.textOverrides) {
      this.#wires.clear();
      this.#known = this.corrected.textOverrides;
    }
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
    const text = await this.db
      .selectFrom('category_text')
      .select(['seo_text', 'description'])
      .where('category_id', '=', entry.id)
      .where('language', '=', language)
      .executeTakeFirstOrThrow();
    const slugs = languages.map((each) => [each, entry.texts[each].slug]);
    const correctedOf = (field: string) => this.corrected.textOverrides.of('category', entry.id, field, language);
    return {
      ...this.wire(entry, language),
      seoAliases: Object.fromEntries(slugs) as Record<Language, string>,
      seoText: correctedOf('seoText') ?? text.seo_text,
      description: correctedOf('description') ?? text.description,
    };
  }
}

/** Returns a name whose getters apply the current replaced texts. */
const shownName = (id: number, language: Language, imported: Name, corrected: Corrected): Name => ({
  slug: imported.slug,
  get title() {
    return corrected.textOverrides.of('category', id, 'title', language) ?? imported.title;
  },
  get single_title() {
    return corrected.textOverrides.of('category', id, 'singleTitle', language) ?? imported.single_title;
  },
});

/** Makes a category without links to others. */
function categoryOf(row: Row, own: NamesOfCategory, corrected: Corrected): Category {
  const entries = languages.map((language) => {
    const text = own.get(language);
    if (!text) throw new Error(`category ${row.id} has no text in ${language}`);
    return [language, text] as const;
  });
  const imported = Object.fromEntries(entries) as Record<Language, Name>;
  const texts = inLanguages((language) => shownName(row.id, language, imported[language], corrected));
  return { ...row, texts, imported, parent: null, top: null, children: [], leaves: [] };
}
