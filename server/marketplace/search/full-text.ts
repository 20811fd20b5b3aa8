import { ProblemError, type Request, type Wire } from '../../api/contract.js';
import { readContext } from '../catalogue/context.js';
import { productList, readProducts } from '../catalogue/product-list.js';
import { languageOf } from '../catalogue/texts.js';
import type { Generation } from '../store/generation.js';
import { findCategories, findProducts } from './find.js';
import { askedWords } from './words.js';

const mostProducts = 20;
const mostUniversal = 8;

/**
 * Categories and products in which every word of the term is found, and parts whose number begins with it (D8).
 * @throws ProblemError `not_found` for an unknown vehicle
 */
export async function findFullText(generation: Generation, request: Request<'fullText'>): Promise<Wire<'fullText'>> {
  const { type, id, term, locale, country } = request;
  if ((type === undefined) !== (id === undefined)) throw new ProblemError('invalid', 'type and id go together');
  const language = languageOf(locale);
  const context = readContext(generation, type ? (Number(type) as 1 | 2 | 3) : null, id ?? null);
  const asked = askedWords(term);
  const groups = await findCategories(generation, asked, context, locale);
  const found = async (isUniversal: boolean, limit: number) => {
    const ids = await findProducts(generation, { term, asked, context, language, isUniversal, limit });
    const model = context.type === 3 ? context.model : null;
    return productList(generation, await readProducts(generation, ids), { language, country, model });
  };
  const products = await found(false, mostProducts);
  const universalProducts = await found(true, mostUniversal);
  const lists = [...Object.values(groups), products, universalProducts];
  return { results: lists.reduce((sum, list) => sum + list.length, 0), ...groups, products, universalProducts };
}
