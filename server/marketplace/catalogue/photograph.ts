import { createHash } from 'node:crypto';
import type { Request } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { isDrawingKind } from '../../drawings/draw.js';
import { photographOf } from '../../drawings/photograph-style.js';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import type { Generation } from '../generation/generation.js';
import { type DrawnRow, drawnAttributes } from './drawing-attributes.js';

type Photographed = DrawnRow & Pick<ProductTable, 'id'>;

/** How the catalogue says that the marketplace itself has a photograph of a product. */
export const ownPhotograph = (id: number): string => `/api/Fotos/${id}.jpg`;

/** Short for what the photograph shows: another measure, and it is another one. */
const contentOf = (row: Photographed): string =>
  createHash('sha256')
    .update(JSON.stringify([row.kind, drawnAttributes(row)]))
    .digest('base64url')
    .slice(0, 12);

/** Address of a photograph that the catalogue names; of one that the marketplace has, with what it shows. */
export const photographAddress = (row: Photographed, named: string): string =>
  named === ownPhotograph(row.id) ? `/api/Fotos/${row.id}/${contentOf(row)}.jpg` : named;

/**
 * The photograph that the catalogue says the marketplace has of a product.
 *
 * @throws ProblemError `not_found` where the catalogue names none, or its part has changed since it was named: nobody's
 * part is shown as what it may not be
 */
export async function takePhotograph(
  { db }: Generation,
  { id, content }: Request<'photograph'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const row = await db.selectFrom('product').selectAll().where('id', '=', Number(id)).executeTakeFirst();
  if (!row?.photos?.includes(`"${ownPhotograph(row.id)}"`) || !isDrawingKind(row.kind) || content !== contentOf(row))
    throw new ProblemError('not_found', 'unknown photograph');
  return photographOf(row.kind, Object.fromEntries(drawnAttributes(row)));
}
