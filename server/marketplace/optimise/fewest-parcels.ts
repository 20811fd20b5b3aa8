import { allowedWhere, type Problem } from './basket-problem.js';
import { cheapest, type Incumbent } from './branch-and-bound.js';

/**
 * Searches the cheapest choice among those with the fewest parcels. Sets of shops that supply every line are gone
 * through by their size; the first size that works is the answer. As with `cheapest`, `best` is proven when it ends.
 */
export function* fewestParcels(problem: Problem, best: Incumbent): Generator<void, void> {
  const shelves = problem.shops.map((_, shop) =>
    problem.lines.map(({ options }) => options.some((option) => option.shop === shop)),
  );
  const linesOf = shelves.map((shelf) => shelf.filter(Boolean).length);
  const widest = Math.max(1, ...linesOf);
  for (let size = Math.ceil(problem.lines.length / widest); size <= problem.shops.length; size++) {
    const found: Incumbent = { choice: null, total: Number.POSITIVE_INFINITY };
    for (const shops of covers(shelves, size, widest)) {
      if (shops) yield* cheapestOf(problem, shops, found);
      else yield;
      // A set that is found early is a better answer than the cart as it is, even if the search is stopped then.
      if (found.choice) Object.assign(best, found);
    }
    if (found.choice) return;
  }
}

function* cheapestOf(problem: Problem, shops: ReadonlySet<number>, found: Incumbent): Generator<void, void> {
  const allowed = allowedWhere(problem, ({ shop }) => shops.has(shop));
  let least = 0;
  for (const [line, { options }] of problem.lines.entries())
    least += Math.min(...options.filter((_, index) => allowed[line]?.[index]).map(({ cost }) => cost));
  if (least < found.total) yield* cheapest(problem, allowed, found);
}

/**
 * Sets of `size` shops that have every line, each once: the line that the fewest shops have is given to each of them in
 * turn. Yields null between two sets so that the search can be stopped.
 */
function* covers(
  shelves: readonly (readonly boolean[])[],
  size: number,
  widest: number,
): Generator<ReadonlySet<number> | null, void> {
  const lines = shelves[0]?.length ?? 0;
  function* search(chosen: readonly number[], excluded: ReadonlySet<number>): Generator<ReadonlySet<number> | null> {
    const open = Array.from({ length: lines }, (_, line) => line).filter(
      (line) => !chosen.some((shop) => shelves[shop]?.[line]),
    );
    if (chosen.length === size) return void (yield open.length === 0 ? new Set(chosen) : null);
    if (open.length > (size - chosen.length) * widest) return;
    const free = [...shelves.keys()].filter((shop) => !excluded.has(shop) && !chosen.includes(shop));
    // Fewer shops may have everything, but not pieces enough: then any other shop may be the one that helps.
    const ways = open.map((line) => free.filter((shop) => shelves[shop]?.[line]));
    const fewest = ways.length > 0 ? ways.reduce((least, each) => (each.length < least.length ? each : least)) : free;
    yield null;
    const past = new Set(excluded);
    for (const shop of fewest) {
      yield* search([...chosen, shop], past);
      past.add(shop);
    }
  }
  yield* search([], new Set());
}
