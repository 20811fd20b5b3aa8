import type { DependsOn } from '../http/handler.js';

/** Categories that are named one by one; a response that shows more depends on those of all. */
const mostNamed = 250;

/** Says that a response shows names of these categories, also as titles of products that are composed of them. */
export function showsCategories(dependsOn: DependsOn, ids: Iterable<number>): void {
  const shown = new Set(ids);
  dependsOn('category', shown.size > mostNamed ? [0] : shown);
}
