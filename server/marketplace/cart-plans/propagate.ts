import { type Node, shopStates } from './lower-bound.js';
import type { OfferMatrix } from './offer-matrix.js';

/**
 * Constraint propagation in a node: a line with one option left takes it, with its shop and its pieces; once all
 * parcels are used, the other shops are closed.
 * @returns false if the node has become infeasible
 */
export function propagate(matrix: OfferMatrix, node: Node, mostParcels: number): boolean {
  for (;;) {
    const capacity = Float64Array.from(matrix.capacity);
    let isChanged = false;
    for (const options of matrix.ofLine) {
      const found = onlyWay(matrix, node, options);
      if (!found) return false;
      const { shop, at } = found;
      if (shop >= 0 && node.shops[shop] !== shopStates.open) {
        node.shops[shop] = shopStates.open;
        isChanged = true;
      }
      const offer = at < 0 ? -1 : (matrix.scarce[at] as number);
      if (offer < 0) continue;
      capacity[offer] = (capacity[offer] as number) - (matrix.share[at] as number);
      if ((capacity[offer] as number) < 0) return false;
    }
    if (matrix.capacity.length > 0 && leaveOut(matrix, node, capacity)) isChanged = true;
    if (mostParcels < Number.POSITIVE_INFINITY) {
      const open = node.shops.reduce((count, state) => count + (state === shopStates.open ? 1 : 0), 0);
      if (open > mostParcels) return false;
      if (open === mostParcels && node.shops.includes(shopStates.free)) {
        node.shops = node.shops.map((state) => (state === shopStates.free ? shopStates.closed : state));
        isChanged = true;
      }
    }
    if (!isChanged) return true;
  }
}

/** The only shop, and the only option, that is left to a line; −1 where there are more. @returns null where none is */
function onlyWay(
  { shop }: OfferMatrix,
  { allowed, shops }: Node,
  options: Int32Array,
): { shop: number; at: number } | null {
  let only = -1;
  let single = -1;
  let count = 0;
  for (const at of options) {
    const own = shop[at] as number;
    if (!allowed[at] || shops[own] === shopStates.closed) continue;
    only = count === 0 || only === own ? own : -1;
    single = at;
    count++;
    if (count > 1 && only < 0) return { shop: -1, at: -1 };
  }
  return count === 0 ? null : { shop: only, at: count === 1 ? single : -1 };
}

/** Removes options of undecided lines that need more pieces than their offer has left. */
function leaveOut(
  { scarce, share, ofLine, shop }: OfferMatrix,
  { allowed, shops }: Node,
  capacity: Float64Array,
): boolean {
  let isChanged = false;
  for (const options of ofLine) {
    const left = options.filter((at) => allowed[at] && shops[shop[at] as number] !== shopStates.closed);
    if (left.length < 2) continue;
    for (const at of left) {
      const offer = scarce[at] as number;
      if (offer < 0 || (capacity[offer] as number) >= (share[at] as number)) continue;
      allowed[at] = 0;
      isChanged = true;
    }
  }
  return isChanged;
}
