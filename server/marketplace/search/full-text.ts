import { ProblemError, type Request, type Wire } from '../../api/contract.js';
import { contextVehicle, readContext } from '../catalogue/context.js';
import { productList, readProducts } from '../catalogue/product-list.js';
import { languageOf } from '../catalogue/texts.js';
import type { Generation } from '../store/generation.js';
import { tellCorrection } from './corrections.js';
import { type SearchResult, search } from './find.js';

const mostProducts = 20;
const mostUniversal = 8;

/**
 * Categories and products for a term, in the context of the car that it names or else of the given one (D8).
 * @throws ProblemError `not_found` for an unknown vehicle
 */
export async function findFullText(generation: Generation, request: Request<'fullText'>): Promise<Wire<'fullText'>> {
  const { type, id, term, locale, country, exact } = request;
  if ((type === undefined) !== (id === undefined)) throw new ProblemError('invalid', 'type and id go together');
  const language = languageOf(locale);
  const asked = readContext(generation, type ? (Number(type) as 1 | 2 | 3) : null, id ?? null);
  const query = { term, context: asked, locale, mostProducts, mostUniversal };
  const found = await search(generation, { ...query, isAsTyped: exact === '1' });
  const model = found.context.type === 3 ? found.context.model : null;
  const wires = async (ids: readonly number[]) =>
    productList(generation, await readProducts(generation, ids), { language, country, model });
  const products = await wires(found.products);
  const universalProducts = await wires(found.universalProducts);
  const lists = [...Object.values(found.groups), products, universalProducts];
  const results = lists.reduce((sum, list) => sum + list.length, 0);
  const corrected = results > 0 ? tellCorrection(generation, term, found.corrections, language) : null;
  return {
    results,
    corrected: corrected && {
      ...corrected,
      hasExact: !isEmpty(await search(generation, { ...query, isAsTyped: true })),
    },
    ...found.groups,
    named: found.named,
    products,
    universalProducts,
    vehicle: contextVehicle(generation, found.context, locale),
  };
}

const isEmpty = ({ groups, products, universalProducts }: SearchResult): boolean =>
  [...Object.values(groups), products, universalProducts].every((list) => list.length === 0);
