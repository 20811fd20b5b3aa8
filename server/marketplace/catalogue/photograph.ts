import { ProblemError, type Request } from '../../api/contract.js';
import { isDrawingKind } from '../drawings/draw.js';
import { photographOf } from '../drawings/studio.js';
import type { Generation } from '../store/generation.js';
import { drawnAttributes } from './product-wire.js';

/** Path of the photograph that the marketplace itself has of a product. */
export const ownPhotograph = (id: number): string => `/api/Fotos/${id}.jpg`;

/**
 * The photograph that the catalogue says the marketplace has of a product.
 *
 * @throws ProblemError `not_found` where the catalogue names none: nobody's part is shown as what it may not be
 */
export async function takePhotograph(
  { db }: Generation,
  { id }: Request<'photograph'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const row = await db.selectFrom('product').selectAll().where('id', '=', Number(id)).executeTakeFirst();
  if (!row?.photos?.includes(`"${ownPhotograph(row.id)}"`) || !isDrawingKind(row.kind))
    throw new ProblemError('not_found', 'unknown photograph');
  return photographOf(row.kind, Object.fromEntries(drawnAttributes(row)));
}
