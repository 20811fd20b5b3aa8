import type { Choice, Option, Problem } from './basket-problem.js';

/**
 * The problem as flat arrays, because the search reads it very often: options ordered by shop, line and cost; a slot is
 * a line in a shop. Money in cents. Options that need more pieces than their offer has are left out.
 */
export class OfferMatrix {
  /** First slot of each shop, and the end. */
  readonly slotsOf: Int32Array;
  readonly slotLine: Int32Array;
  /** First option of each slot, and the end. */
  readonly optionsOf: Int32Array;
  readonly line: Int32Array;
  readonly shop: Int32Array;
  readonly cost: Float64Array;
  readonly goods: Float64Array;
  readonly tariff: Float64Array;
  /** Sum of goods from which a parcel is free; infinite where it never is. */
  readonly freeFrom: Float64Array;
  /** By option: which of the scarce offers it is, or −1. Scarce is what the lines together could ask too much of. */
  readonly scarce: Int32Array;
  /** By option: what it takes of the `capacity` of its scarce offer. */
  readonly share: Float64Array;
  readonly capacity: Float64Array;
  /** Options of each line, the cheapest first. */
  readonly ofLine: readonly Int32Array[];
  readonly #index: Int32Array;

  constructor(readonly problem: Problem) {
    const { lines, shops, capacity } = problem;
    const flat = lines.flatMap(({ options, pieces }, line) =>
      options.flatMap((option, index) =>
        pieces <= (capacity.get(option.offerId) ?? pieces) ? [{ ...option, line, index, pieces }] : [],
      ),
    );
    flat.sort((a, b) => a.shop - b.shop || a.line - b.line || a.cost - b.cost);
    this.line = Int32Array.from(flat, (option) => option.line);
    this.shop = Int32Array.from(flat, (option) => option.shop);
    this.cost = Float64Array.from(flat, (option) => option.cost);
    this.goods = Float64Array.from(flat, (option) => option.goods);
    this.#index = Int32Array.from(flat, (option) => option.index);
    this.tariff = Float64Array.from(shops, ({ tariff }) => tariff);
    this.freeFrom = Float64Array.from(shops, ({ freeFrom }) => freeFrom ?? Number.POSITIVE_INFINITY);

    const starts: number[] = [];
    for (const [at, { shop, line }] of flat.entries())
      if (flat[at - 1]?.shop !== shop || flat[at - 1]?.line !== line) starts.push(at);
    this.slotLine = Int32Array.from(starts, (at) => flat[at]?.line as number);
    this.optionsOf = Int32Array.from([...starts, flat.length]);
    const slots = Map.groupBy(starts.keys(), (slot) => flat[starts[slot] as number]?.shop);
    let slot = 0;
    this.slotsOf = new Int32Array(shops.length + 1);
    for (const shop of shops.keys()) this.slotsOf[shop + 1] = slot += slots.get(shop)?.length ?? 0;

    const byLine = Map.groupBy(flat.keys(), (at) => flat[at]?.line);
    this.ofLine = lines.map((_, line) =>
      Int32Array.from((byLine.get(line) ?? []).sort((a, b) => (this.cost[a] as number) - (this.cost[b] as number))),
    );

    this.scarce = new Int32Array(flat.length).fill(-1);
    this.share = new Float64Array(flat.length);
    const capacities: number[] = [];
    const byOffer = Map.groupBy(flat.keys(), (at) => flat[at]?.offerId as number);
    for (const [offerId, most] of capacity) {
      const places = byOffer.get(offerId) ?? [];
      const pieces = places.map((at) => flat[at]?.pieces as number);
      if (pieces.reduce((sum, each) => sum + each, 0) <= most) continue;
      // Of two lines one may have it; of lines that want equally many, so many. That is more than their pieces say.
      const [first = 1] = pieces;
      const isCounted = pieces.length === 2 || pieces.every((each) => each === first);
      for (const [place, at] of places.entries()) {
        this.scarce[at] = capacities.length;
        this.share[at] = isCounted ? 1 : (pieces[place] as number);
      }
      capacities.push(pieces.length === 2 ? 1 : isCounted ? Math.floor(most / first) : most);
    }
    this.capacity = Float64Array.from(capacities);
  }

  /** 1 where an option passes. */
  where(test: (option: Option) => boolean): Uint8Array {
    return Uint8Array.from(this.line, (line, at) =>
      test(this.problem.lines[line]?.options[this.#index[at] as number] as Option) ? 1 : 0,
    );
  }

  /** Places of a choice. @returns null where an option is none that can be */
  placesOf(choice: Choice): Int32Array | null {
    const places = choice.map((index, line) => this.ofLine[line]?.find((at) => this.#index[at] === index));
    return places.includes(undefined) ? null : Int32Array.from(places as number[]);
  }

  choiceOf(places: Int32Array): Choice {
    return Array.from(places, (at) => this.#index[at] as number);
  }
}
