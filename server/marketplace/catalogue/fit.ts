import { sql } from 'kysely';
import type { z } from 'zod';
import type { fit } from '../../contract/articles.js';
import type { Language } from '../../contract/languages.js';
import type { Generation } from '../store/generation.js';
import { idsOf } from '../store/node-sqlite.js';
import type { Model } from '../vehicles/vehicle-index.js';
import { type CheckedAttributes, checksOf } from './fit-checks.js';
import { textIn } from './texts.js';

export type FitWire = z.input<typeof fit>;
type JudgedFit = CheckedAttributes & { id: number; category_id: number };

/** The text of a fitment condition such as a production date; empty for `0`, which is none. */
export function noteTexts(generation: Generation, noteId: number, language: Language): string[] {
  const texts = generation.notes.get(noteId);
  return texts ? [textIn(texts, language)] : [];
}

export const isUniversal = ({ categories }: Generation, { category_id }: Pick<JudgedFit, 'category_id'>): boolean =>
  categories.all.get(category_id)?.is_universal === 1;

/** Judges products for a model, or for none, with at most two reads for all of them (D73). */
export async function fitsOf(
  generation: Generation,
  products: readonly JudgedFit[],
  model: Model | null,
  language: Language,
): Promise<(product: JudgedFit) => FitWire> {
  const notes = model && (await notesFor(generation, products, model));
  const bound = products.filter(({ id, category_id }) => !notes?.has(id) && !isUniversal(generation, { category_id }));
  const listed = notes ? await listedForCars(generation, bound) : new Set<number>();
  return (product) => {
    const noteId = notes?.get(product.id);
    const conditions = noteId === undefined ? [] : noteTexts(generation, noteId, language);
    if (isUniversal(generation, product)) {
      // Its maker names this very car; where it does not, nothing follows.
      const isNamed = noteId !== undefined && conditions.length === 0;
      return {
        state: 'universal',
        notes: conditions,
        checks: checksOf(product, isNamed ? 'met' : 'unknown', language),
      };
    }
    if (noteId === undefined) return { state: listed.has(product.id) ? 'no' : 'unknown', notes: [] };
    return { state: conditions.length > 0 ? 'conditional' : 'fits', notes: conditions };
  };
}

/** The result of `fitsOf` for a single product. */
export async function fitOf(
  generation: Generation,
  product: JudgedFit,
  model: Model | null,
  language: Language,
): Promise<FitWire> {
  return (await fitsOf(generation, [product], model, language))(product);
}

/** Conditions of the products that are listed for the model, by product; 0 is none. */
async function notesFor(
  { db }: Generation,
  products: readonly JudgedFit[],
  model: Model,
): Promise<ReadonlyMap<number, number>> {
  if (products.length === 0) return new Map();
  const rows = await db
    .selectFrom('product_model')
    .select(['product_id', 'note_id'])
    .where('product_id', 'in', idsOf(products))
    .where('model_number', '=', model.number)
    .execute();
  return new Map(rows.map((row) => [row.product_id, row.note_id]));
}

/** Those of the products that are listed for any car at all. */
async function listedForCars({ db }: Generation, products: readonly JudgedFit[]): Promise<ReadonlySet<number>> {
  if (products.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`select id from product where id in (${sql.join(idsOf(products))})
    and exists (select 1 from product_model where product_id = product.id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
