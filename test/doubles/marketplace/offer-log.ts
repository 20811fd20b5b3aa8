import {
  type OfferChangesWire,
  type OffersVersion,
  printOffersVersion,
} from '../../../server/contract/offer-changes.js';

/** Changes of one commit. */
export interface OfferCommit {
  products?: readonly number[];
  best?: readonly number[];
  leaves?: readonly number[];
  shops?: readonly number[];
  assortment?: boolean;
  texts?: Partial<OfferChangesWire['texts']>;
}

/** The commits of an offer store with their changes. */
export class OfferLog {
  #commits: { number: number; commit: OfferCommit }[] = [];
  #floor: number;

  constructor(
    private epoch = 'e1',
    private number = 1,
  ) {
    this.#floor = number;
  }

  /** Version of the last commit. */
  get version(): OffersVersion {
    return { epoch: this.epoch, number: this.number };
  }
  commit(commit: OfferCommit): void {
    this.number += 1;
    this.#commits.push({ number: this.number, commit });
  }
  /** Skips numbers, as if many empty commits had happened. */
  advance(numbers: number): void {
    this.number += numbers;
  }
  /** Begins another epoch, as after a restored backup. */
  restore(epoch: string, number: number): void {
    this.epoch = epoch;
    this.number = number;
    this.prune();
  }
  /** Forgets the changes of earlier commits. */
  prune(): void {
    this.#commits = [];
    this.#floor = this.number;
  }

  /** Does nothing: the log is always current. */
  catchUp(): void {}

  changesSince(known: OffersVersion | null): OfferChangesWire {
    const offers = printOffersVersion(this.version);
    const none = {
      offers,
      products: [],
      best: [],
      leaves: [],
      shops: [],
      assortment: false,
      texts: { category: [], trader: [], name: [] },
    };
    if (known?.epoch !== this.epoch || known.number < this.#floor) return { ...none, all: true };
    const newer = this.#commits.filter(({ number }) => number > known.number).map(({ commit }) => commit);
    const idsOf = (kind: 'products' | 'best' | 'leaves' | 'shops'): number[] => [
      ...new Set(newer.flatMap((commit) => commit[kind] ?? [])),
    ];
    return {
      offers,
      all: false,
      products: idsOf('products'),
      best: idsOf('best'),
      leaves: idsOf('leaves'),
      shops: idsOf('shops'),
      assortment: newer.some(({ assortment }) => assortment),
      texts: {
        category: newer.flatMap(({ texts }) => texts?.category ?? []),
        trader: newer.flatMap(({ texts }) => texts?.trader ?? []),
        name: newer.flatMap(({ texts }) => texts?.name ?? []),
      },
    };
  }
}
