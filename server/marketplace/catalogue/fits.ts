import type { Request, Wire } from '../../contract/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { Generation } from '../store/generation.js';
import { optionalModel } from './context.js';
import { fitsOf } from './fit.js';
import { readProducts } from './product-list.js';
import { languageOf } from './texts.js';

/**
 * Verdicts on products for one model, in the order of their ids; products that are not in the catalogue are left out
 * (D73).
 * @throws ProblemError `not_found` for an unknown model
 */
export async function judgeFits(generation: Generation, request: Request<'fits'>): Promise<Wire<'fits'>> {
  const model = optionalModel(generation, request.modelId);
  if (!model) throw new ProblemError('not_found', 'unknown model');
  const products = await readProducts(generation, request.ids.split(',').map(Number));
  const verdictOf = await fitsOf(generation, products, model, languageOf(request.locale));
  return products.map((product) => ({ id: String(product.id), fit: verdictOf(product) }));
}
