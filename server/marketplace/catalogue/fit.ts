import type { z } from 'zod';
import type { fit, Language } from '../../api/contract.js';
import type { Generation } from '../store/generation.js';
import type { Model } from '../vehicles/vehicle-index.js';
import { textIn } from './texts.js';

export type FitWire = z.input<typeof fit>;

/** No vehicle was asked about. */
export const unknownFit: FitWire = { state: 'unknown', notes: [] };

/** The words of a condition such as a year split; empty for `0`, which is none. */
export function noteWords(generation: Generation, noteId: number, language: Language): string[] {
  const texts = generation.notes.get(noteId);
  return texts ? [textIn(texts, language)] : [];
}

/** Fit as stored (`note_id`); null = no row, so it does not fit. */
export function fitOfNote(generation: Generation, noteId: number | null, language: Language): FitWire {
  if (noteId === null) return { state: 'no', notes: [] };
  const notes = noteWords(generation, noteId, language);
  return { state: notes.length > 0 ? 'conditional' : 'fits', notes };
}

/** Whether a product fits a model. Universal goods fit every car; without a model nothing is known (D15). */
export async function fitOf(
  generation: Generation,
  product: { id: number; category_id: number },
  model: Model | null,
  language: Language,
): Promise<FitWire> {
  if (generation.categories.all.get(product.category_id)?.is_universal) return { state: 'fits', notes: [] };
  if (!model) return unknownFit;
  const row = await generation.db
    .selectFrom('product_model')
    .select('note_id')
    .where('product_id', '=', product.id)
    .where('model_number', '=', model.number)
    .executeTakeFirst();
  return fitOfNote(generation, row ? row.note_id : null, language);
}
