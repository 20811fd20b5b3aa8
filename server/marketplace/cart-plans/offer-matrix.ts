import type { Choice, Option, Problem } from './basket-problem.js';

/** An offer that has fewer pieces than the lines could want together. */
export interface ScarceOffer {
  /** Index in `OfferMatrix.scarceOffers`. */
  readonly id: number;
  readonly capacity: number;
}

/** An option of a line that has enough pieces for it. Money in cents. */
export interface Candidate {
  /** Index in `OfferMatrix.candidates`. */
  readonly id: number;
  readonly line: number;
  readonly seller: Seller;
  readonly cost: number;
  readonly goods: number;
  readonly scarce: ScarceOffer | null;
  /** Its use of the capacity of the scarce offer. */
  readonly share: number;
  readonly option: Option;
  /** Index of the option in the problem. */
  readonly index: number;
}

/** The candidates of one shop for one line, cheapest first. */
export interface Slot {
  readonly line: number;
  readonly candidates: readonly Candidate[];
}

export interface Seller {
  /** Index in `OfferMatrix.sellers`. */
  readonly id: number;
  readonly tariff: number;
  /** Sum of goods in cents from which a parcel is free; infinite = never. */
  readonly freeFrom: number;
  readonly slots: readonly Slot[];
}

/** Allowed candidates by their id, 1 = yes. */
export type Allowed = Uint8Array;

/** The options of a problem by shop and by line. */
export class OfferMatrix {
  readonly sellers: readonly Seller[];
  /** Candidates of each line, the cheapest first. */
  readonly lines: readonly (readonly Candidate[])[];
  /** Ordered by shop, line and cost. */
  readonly candidates: readonly Candidate[];
  readonly scarceOffers: readonly ScarceOffer[];

  constructor(readonly problem: Problem) {
    const { lines, shops, capacity } = problem;
    const ways = lines.flatMap(({ options, pieces }, line) =>
      options.flatMap((option, index) =>
        pieces <= (capacity.get(option.offerId) ?? pieces) ? [{ option, line, index, pieces }] : [],
      ),
    );
    ways.sort((a, b) => a.option.shop - b.option.shop || a.line - b.line || a.option.cost - b.option.cost);
    const scarcities = new Map<number, Scarcity>();
    for (const [offerId, own] of Map.groupBy(ways, ({ option }) => option.offerId)) {
      const wanted = own.map(({ pieces }) => pieces);
      const scarcity = scarcityOf(scarcities.size, wanted, capacity.get(offerId));
      if (scarcity) scarcities.set(offerId, scarcity);
    }
    const sellers = shops.map(({ tariff, freeFrom }, id) => ({
      id,
      tariff,
      freeFrom: freeFrom ?? Number.POSITIVE_INFINITY,
      slots: [] as Slot[],
    }));
    this.candidates = ways.map(({ option, line, index, pieces }, id): Candidate => {
      const scarcity = scarcities.get(option.offerId);
      return {
        id,
        line,
        index,
        option,
        seller: sellers[option.shop] as Seller,
        cost: option.cost,
        goods: option.goods,
        scarce: scarcity?.offer ?? null,
        share: scarcity ? (scarcity.isCounted ? 1 : pieces) : 0,
      };
    });
    for (const seller of sellers) {
      const own = this.candidates.filter((candidate) => candidate.seller === seller);
      for (const [line, candidates] of Map.groupBy(own, (candidate) => candidate.line))
        seller.slots.push({ line, candidates });
    }
    this.sellers = sellers;
    const byLine = Map.groupBy(this.candidates, ({ line }) => line);
    this.lines = lines.map((_, line) => (byLine.get(line) ?? []).toSorted((a, b) => a.cost - b.cost));
    this.scarceOffers = Array.from(scarcities.values(), ({ offer }) => offer);
  }

  get all(): Allowed {
    return this.where(() => true);
  }

  /** Marks the candidates whose option passes a test as allowed. */
  where(test: (option: Option) => boolean): Allowed {
    return Uint8Array.from(this.candidates, ({ option }) => (test(option) ? 1 : 0));
  }

  /** Returns the candidates of a choice; null if an option has too few pieces. */
  placesOf(choice: Choice): readonly Candidate[] | null {
    const chosen = choice.flatMap((index, line) => this.lines[line]?.find((each) => each.index === index) ?? []);
    return chosen.length === choice.length ? chosen : null;
  }

  choiceOf(chosen: readonly Candidate[]): Choice {
    return chosen.map(({ index }) => index);
  }
}

interface Scarcity {
  readonly offer: ScarceOffer;
  /** The capacity counts lines instead of pieces. */
  readonly isCounted: boolean;
}

/**
 * Of two lines only one may have the offer; of lines with equal pieces, a fixed number. Both limits are tighter than
 * the sum of pieces.
 * @param wanted pieces of each line that could use the offer
 */
function scarcityOf(id: number, wanted: readonly number[], most = Number.POSITIVE_INFINITY): Scarcity | null {
  if (wanted.reduce((sum, pieces) => sum + pieces, 0) <= most) return null;
  const [first = 1] = wanted;
  if (wanted.length === 2) return { offer: { id, capacity: 1 }, isCounted: true };
  if (wanted.every((pieces) => pieces === first))
    return { offer: { id, capacity: Math.floor(most / first) }, isCounted: true };
  return { offer: { id, capacity: most }, isCounted: false };
}

/** The remaining capacity of the scarce offers. */
export class Stock {
  readonly #left: Float64Array;

  constructor({ scarceOffers }: OfferMatrix) {
    this.#left = Float64Array.from(scarceOffers, ({ capacity }) => capacity);
  }

  isEnoughFor({ scarce, share }: Candidate): boolean {
    return scarce === null || this.#leftOf(scarce) >= share;
  }

  take({ scarce, share }: Candidate): void {
    if (scarce) this.#left[scarce.id] = this.#leftOf(scarce) - share;
  }

  giveBack({ scarce, share }: Candidate): void {
    if (scarce) this.#left[scarce.id] = this.#leftOf(scarce) + share;
  }

  #leftOf({ id }: ScarceOffer): number {
    return this.#left[id] as number;
  }
}
