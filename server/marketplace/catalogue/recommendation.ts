import type { Request, Wire } from '../../contract/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { DependsOn } from '../http/handler.js';
import type { Generation } from '../store/generation.js';
import { idsOf } from '../store/node-sqlite.js';
import { related } from './article.js';
import type { Category } from './category-index.js';
import { optionalModel } from './context.js';
import { productList, readProducts } from './product-list.js';
import { languageOf } from './texts.js';

/**
 * What goes with a part, for the same vehicle, and can be bought in the country (specification 4, cross-selling).
 *
 * @throws ProblemError `not_found` for a part that is not in the catalogue
 */
export async function recommend(
  generation: Generation,
  { id, modelId, locale, country }: Request<'recommendation'>,
  dependsOn: DependsOn,
): Promise<Wire<'recommendation'>> {
  const [row] = await readProducts(generation, [Number(id)]);
  if (!row) throw new ProblemError('not_found', 'unknown part');
  const model = optionalModel(generation, modelId);
  const category = generation.categories.all.get(row.category_id) as Category;
  const rows = await related(generation, row, category, model);
  dependsOn('best', idsOf(rows));
  const products = await productList(generation, rows, { language: languageOf(locale), country, model }, dependsOn);
  return products.filter(({ lowestTotal }) => lowestTotal !== null);
}
