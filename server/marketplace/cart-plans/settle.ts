import { type Node, shopStates } from './lower-bound.js';
import type { Shelves } from './shelves.js';

/**
 * Draws what follows from what is decided in a node: a line with one option left has it, and its shop and its pieces with
 * it; where all parcels are used up, the other shops are closed.
 * @returns false where nothing is possible any more
 */
export function settle(shelves: Shelves, node: Node, mostParcels: number): boolean {
  for (;;) {
    const room = Float64Array.from(shelves.room);
    let isChanged = false;
    for (const options of shelves.ofLine) {
      const found = onlyWay(shelves, node, options);
      if (!found) return false;
      const { shop, at } = found;
      if (shop >= 0 && node.shops[shop] !== shopStates.open) {
        node.shops[shop] = shopStates.open;
        isChanged = true;
      }
      const offer = at < 0 ? -1 : (shelves.scarce[at] as number);
      if (offer < 0) continue;
      room[offer] = (room[offer] as number) - (shelves.share[at] as number);
      if ((room[offer] as number) < 0) return false;
    }
    if (shelves.room.length > 0 && leaveOut(shelves, node, room)) isChanged = true;
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
  { shop }: Shelves,
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

/** Takes away options of lines still open that ask for more than is left of their offer. */
function leaveOut({ scarce, share, ofLine, shop }: Shelves, { allowed, shops }: Node, room: Float64Array): boolean {
  let isChanged = false;
  for (const options of ofLine) {
    const left = options.filter((at) => allowed[at] && shops[shop[at] as number] !== shopStates.closed);
    if (left.length < 2) continue;
    for (const at of left) {
      const offer = scarce[at] as number;
      if (offer < 0 || (room[offer] as number) >= (share[at] as number)) continue;
      allowed[at] = 0;
      isChanged = true;
    }
  }
  return isChanged;
}
