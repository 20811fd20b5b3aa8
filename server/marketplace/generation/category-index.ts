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
/** Short texts, which lists show; the long texts stay in the file. */
type Name = Pick<TextRow, 'title' | 'slug' | 'single_title'>;
type NamesOfCategory = ReadonlyMap<string, Name>;
type CategoryWire = z.input<typeof category>;
/** Has the corrected texts as of now. */
export interface Corrected {
  readonly textOverrides: TextOverrides;
}
type ReferenceWire = z.input<typeof categoryReference>;

export interface Category extends Row {
  /** As they are shown. */
  texts: Readonly<Record<Language, Name>>;
  /** As they were imported: what is named by them, such as symptoms, stays so. */
  imported: Readonly<Record<Language, Name>>;
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
  /** Those that the wires are made of. */
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

  /** @param corrected has the texts that stand in the place of imported ones */
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

  /** From the root to the parent. */
  ancestors(entry: Category): Category[] {
    const path: Category[] = [];
    for (let above = entry.parent; above; above = above.parent) path.unshift(above);
    return path;
  }

  /** The category as it stands on the wire, in one language. */
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

/** A name with what was corrected of it, as of each look. */
const shownName = (id: number, language: Language, imported: Name, corrected: Corrected): Name => ({
  slug: imported.slug,
  get title() {
    return corrected.textOverrides.of('category', id, 'title', language) ?? imported.title;
  },
  get single_title() {
    return corrected.textOverrides.of('category', id, 'singleTitle', language) ?? imported.single_title;
  },
});

/** Still without those above and below it. */
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
