import type { Request, Wire } from '../../contract/handler-types.js';
import { cents, toEuros } from '../../contract/money.js';
import { ProblemError } from '../../contract/problem.js';
import type { DependsOn } from '../http/handler.js';
import { noPrice } from '../offer-store/offer-summary.js';
import { dayText } from '../offer-store/price-history.js';
import { isPrecomputed } from '../store/edition-countries.js';
import type { Generation } from '../store/generation.js';

/** The lowest prices of an article to the door for a year, the last one as of now. @throws ProblemError `not_found` */
export async function getPriceHistory(
  { db, offers }: Generation,
  { id, country }: Request<'priceHistory'>,
  dependsOn: DependsOn,
): Promise<Wire<'priceHistory'>> {
  const product = await db.selectFrom('product').select('id').where('id', '=', Number(id)).executeTakeFirst();
  if (!product) throw new ProblemError('not_found', 'unknown product');
  if (!isPrecomputed(country)) return { steps: [] };
  dependsOn('best', [product.id]);
  const steps = offers.priceHistory(product.id, country);
  const total = offers.best.of(country).totals[product.id] ?? noPrice;
  const now = { from: dayText(offers.clock.now()), total: total === noPrice ? null : total };
  if (steps.at(-1)?.total !== now.total) steps.push(now);
  return {
    steps: steps.map((step) => ({ from: step.from, total: step.total === null ? null : toEuros(cents(step.total)) })),
  };
}
