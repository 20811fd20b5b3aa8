import type { Request } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { draw, isDrawingKind } from '../../drawings/draw.js';

/**
 * The drawing of a kind of part as SVG, true to the attributes in `a`.
 * @throws ProblemError `not_found` for an unknown kind
 */
export function drawPicture({ name, a, small }: Request<'picture'>): string {
  if (!isDrawingKind(name)) throw new ProblemError('not_found', 'unknown drawing');
  const attributes: Record<string, string> = {};
  for (const pair of a.split(';')) {
    const colon = pair.indexOf(':');
    if (colon > 0) attributes[pair.slice(0, colon)] = pair.slice(colon + 1);
  }
  return draw(name, attributes, { label: '', small: small === '1', dims: small !== '1' });
}
