import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { fit } from '../../contract/articles.js';
import type { Language } from '../../contract/languages.js';
import { splitApprovals } from '../catalogue-file/approvals.js';
import { textIn } from '../catalogue-texts/texts.js';
import { idsOf } from '../files/node-sqlite.js';
import type { Generation } from '../generation/generation.js';
import type { Model } from '../generation/vehicle-index.js';
import { type CheckedAttributes, checksOf } from './fit-checks.js';

export type FitWire = z.input<typeof fit>;
type JudgedFit = CheckedAttributes & { id: number; category_id: number };

/** Returns the text of a fitment condition such as a production date; empty for 0, which means no condition. */
export function noteTexts(generation: Generation, noteId: number, language: Language): string[] {
  const texts = generation.notes.get(noteId);
  return texts ? [textIn(texts, language)] : [];
}

/** Identifies a condition by its text, so that the key stays the same in all generations. */
const conditionKey = (texts: object): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 6);

export const isUniversal = ({ categories }: Generation, { category_id }: Pick<JudgedFit, 'category_id'>): boolean =>
  categories.all.get(category_id)?.is_universal === 1;

/** Judges products for a model, or for none, with at most three reads for all of them (D73). */
export async function fitsOf(
  generation: Generation,
  products: readonly JudgedFit[],
  model: Model | null,
  language: Language,
): Promise<(product: JudgedFit) => FitWire> {
  const noteIds = model && (await notesFor(generation, idsOf(products), model));
  const bound = products.filter((product) => !noteIds?.has(product.id) && !isUniversal(generation, product));
  const listed = noteIds ? await listedForCars(generation, bound) : new Set<number>();
  const isAnyUniversal = products.some((product) => isUniversal(generation, product));
  const asked = model && isAnyUniversal ? await approvalsFor(generation, model) : new Map<number, never>();
  return (product) => {
    const noteId = noteIds?.get(product.id);
    const conditions = noteId === undefined ? [] : noteTexts(generation, noteId, language);
    if (isUniversal(generation, product)) {
      // The goods are suitable if their maker lists this car; otherwise nothing is known.
      const isNamed = noteId !== undefined && conditions.length === 0;
      const own = isNamed ? undefined : asked.get(product.category_id);
      const checks = checksOf(product, isNamed ? 'met' : 'unknown', language, own && splitApprovals(own.approvals));
      const source = checks.some(({ key, state }) => key === 'approval' && state !== 'unknown') ? own?.note_id : 0;
      const notes = [...conditions, ...noteTexts(generation, source ?? 0, language)];
      return { state: 'universal', notes, checks };
    }
    if (noteId === undefined) return { state: listed.has(product.id) ? 'no' : 'unknown', notes: [] };
    const texts = generation.notes.get(noteId);
    return texts
      ? { state: 'conditional', notes: conditions, conditions: [conditionKey(texts)] }
      : { state: 'fits', notes: [] };
  };
}

/** Reads the approvals that the maker of a car requires, by the leaf of the fluid. */
export async function approvalsFor({ db }: Generation, { number }: Pick<Model, 'number'>) {
  const rows = await db.selectFrom('model_approval').selectAll().where('model_number', '=', number).execute();
  return new Map(rows.map((row) => [row.category_id, row]));
}

export async function fitOf(
  generation: Generation,
  product: JudgedFit,
  model: Model | null,
  language: Language,
): Promise<FitWire> {
  return (await fitsOf(generation, [product], model, language))(product);
}

/** Reads the fitment conditions of products for a model, by product; 0 = no condition. */
export async function notesFor(
  { db }: Generation,
  ids: readonly number[],
  model: Model,
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('product_model')
    .select(['product_id', 'note_id'])
    .where('product_id', 'in', ids)
    .where('model_number', '=', model.number)
    .execute();
  return new Map(rows.map((row) => [row.product_id, row.note_id]));
}

/** Returns the products that are listed for any car. */
async function listedForCars({ db }: Generation, products: readonly JudgedFit[]): Promise<ReadonlySet<number>> {
  if (products.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`select id from product where id in (${sql.join(idsOf(products))})
    and exists (select 1 from product_model where product_id = product.id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
