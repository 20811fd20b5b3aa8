import { createHash } from 'node:crypto';
import type { Request } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { draw } from '../../drawings/draw.js';
import { kinds } from '../../drawings/kinds.js';
import { photographOf } from '../../drawings/photograph-style.js';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import type { Generation } from '../generation/generation.js';
import { type DrawnRow, drawnAttributes } from './drawing-attributes.js';

type Photographed = DrawnRow & Pick<ProductTable, 'id'>;

/** The catalogue's reference to a photograph that the marketplace has of a product. */
export const ownPhotograph = (id: number): string => `/api/Fotos/${id}.jpg`;

/** Returns a digest of the content; another measure makes another photograph. */
const contentOf = (row: Photographed): string =>
  createHash('sha256')
    .update(JSON.stringify([row.kind, drawnAttributes(row)]))
    .digest('base64url')
    .slice(0, 12);

/** Returns the address of a photograph; for those of the marketplace with a digest of the content. */
export const photographAddress = (row: Photographed, named: string): string =>
  named === ownPhotograph(row.id) ? `/api/Fotos/${row.id}/${contentOf(row)}.jpg` : named;

/**
 * Returns a photograph that the marketplace has of a product.
 * @throws ProblemError `not_found` if the catalogue has none, or the part has changed since: no part is shown with
 * wrong measures
 */
export async function readPhotograph(
  { db }: Generation,
  { id, content }: Request<'photograph'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const row = await db.selectFrom('product').selectAll().where('id', '=', Number(id)).executeTakeFirst();
  if (!row?.photos?.includes(`"${ownPhotograph(row.id)}"`) || !kinds.has(row.kind) || content !== contentOf(row))
    throw new ProblemError('not_found', 'unknown photograph');
  return photographOf(row.kind, Object.fromEntries(drawnAttributes(row)));
}

/** Draws a kind of part as SVG with the attributes in `a`. @throws ProblemError `not_found` for an unknown kind */
export function drawPicture({ name, a, small }: Request<'picture'>): string {
  if (!kinds.has(name)) throw new ProblemError('not_found', 'unknown drawing');
  const attributes: Record<string, string> = {};
  for (const pair of a.split(';')) {
    const colon = pair.indexOf(':');
    if (colon > 0) attributes[pair.slice(0, colon)] = pair.slice(colon + 1);
  }
  return draw(name, attributes, { label: '', small: small === '1', dims: small !== '1' });
}
